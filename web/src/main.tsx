// The first thing that runs: a launch token is traded for a session, then the app is shown.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, loadScreen } from "@/app";
import { takeLaunch, watchLaunch } from "@/launch";
import "@/design/theme.css";
// Whichever screen of a session comes next needs this, so it comes with the first load.
import "@/session/feed";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

watchLaunch(window);
const [launched] = await Promise.all([
  takeLaunch(window.location, window.history),
  loadScreen(window.location.pathname),
]);
createRoot(root).render(
  <StrictMode>
    <App launched={launched} />
  </StrictMode>,
);
