// What the screens use of the live text.
import "./highlight.css";
import "./live.css";

export { buffers } from "./buffers";
export { CodeBlock } from "./CodeBlock";
export { Follow } from "./Follow";
export { reveal } from "./hidden";
export { RichText } from "./RichText";
export { StreamedText } from "./StreamedText";
