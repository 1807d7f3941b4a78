// The frame of a screen: its title, its width, and what stands beside the title.
import { type ReactNode, useEffect } from "react";
import { classes } from "@/design/classes";

const WIDTHS = {
  narrow: "mx-auto w-full max-w-3xl px-4 py-6 sm:px-6 sm:py-8",
  wide: "mx-auto w-full max-w-7xl px-4 py-6 sm:px-6",
  /** The whole window; from tablets up exactly as high as it, so that parts scroll by themselves. */
  stage: "flex w-full min-w-0 flex-1 flex-col md:h-(--stage) md:flex-none md:overflow-hidden",
} as const;

export interface PageProps {
  title: string;
  /** What is shown as the heading, where it is more than the title. */
  heading?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  width?: keyof typeof WIDTHS | undefined;
  /** The title is spoken but not shown, for screens whose own bar says it. */
  hideTitle?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** Names the window after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Roundtable" : `${title} · Roundtable`;
  }, [title]);
}

export function Page({
  title,
  heading,
  lead,
  actions,
  width = "narrow",
  hideTitle = false,
  className,
  children,
}: PageProps) {
  useTitle(title);
  return (
    <div data-stage={width === "stage" || undefined} className={classes(WIDTHS[width], className)}>
      {hideTitle ? (
        <h1 className="sr-only">{title}</h1>
      ) : (
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1>{heading ?? title}</h1>
            {lead && <p className="max-w-prose text-ink-soft">{lead}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}
