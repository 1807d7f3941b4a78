// Several lines of text; it grows with them up to a bound, and then scrolls.
import { type ComponentProps, useCallback, useLayoutEffect, useRef } from "react";
import { classes } from "@/design/classes";
import { useField } from "@/design/field";

export interface TextAreaProps extends ComponentProps<"textarea"> {
  minRows?: number | undefined;
  maxRows?: number | undefined;
}

export function TextArea({ minRows = 3, maxRows = 16, className, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const fit = useCallback(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = "auto";
    // In a dialog that is not open yet there is nothing to measure; its rows hold until then.
    if (element.scrollHeight === 0) return;
    const edges = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + edges}px`;
  }, []);
  // A value that comes from outside (a draft, a cleared form) fits as well as a typed one.
  useLayoutEffect(fit, [fit, rest.value]);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    // Another width breaks the lines elsewhere. A height that the reader has dragged is left alone.
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fit]);
  return (
    <textarea
      rows={minRows}
      className={classes("control resize-y", className)}
      {...useField()}
      {...rest}
      ref={area}
      style={{ maxHeight: `calc(${maxRows} * var(--text-base--line-height) + 0.875rem)` }}
      onInput={(event) => {
        fit();
        rest.onInput?.(event);
      }}
    />
  );
}
