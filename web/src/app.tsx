// The routes of the client; each screen is loaded when it is first opened.
import { KeyRound } from "lucide-react";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { Boundary } from "@/design/boundary";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { Page } from "@/design/page";
import { Shell } from "@/design/shell";
import { Skeleton } from "@/design/skeleton";
import type { Launch } from "@/launch";
import { useDoor } from "@/session/door";

const Setup = screen(() => import("@/screens/setup"));

/** Every address and its screen. */
const ROUTES = [
  { path: "/", ...Setup, Screen: Home },
  { path: "/s/:id", ...screen(() => import("@/screens/table")) },
  { path: "/s/:id/files", ...screen(() => import("@/screens/files")) },
  { path: "/s/:id/run", ...screen(() => import("@/screens/execution")) },
  { path: "/s/:id/browser", ...screen(() => import("@/screens/execution/browser/screen")) },
  { path: "/s/:id/replay", ...screen(() => import("@/screens/replay")) },
  { path: "/projects", ...screen(() => import("@/screens/projects")) },
  { path: "/settings", ...screen(() => import("@/screens/settings")) },
];

function screen(load: () => Promise<{ default: ComponentType }>) {
  let known: ComponentType | null = null;
  const Later = lazy(load);
  return {
    load: async () => {
      known = (await load()).default;
    },
    Screen: function Screen() {
      // Settled when it is first shown: another component in its place would begin anew.
      const [Shown] = useState(() => known ?? Later);
      return <Shown />;
    },
  };
}

/**
 * Fetches the code of the screen at an address. What follows a placeholder is kept back by React for
 * 300 ms, so that nothing flickers; a screen that is there when it is first shown needs none.
 */
export async function loadScreen(path: string): Promise<void> {
  const found = ROUTES.find((route) =>
    new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`).test(path),
  );
  // What cannot be loaded is told where the screen would be.
  await found?.load().catch(() => undefined);
}

/** `/?session=ID` is the address that the command line prints; it leads to that table. */
function Home() {
  const session = new URLSearchParams(useSearch()).get("session");
  return session ? <Redirect to={`/s/${encodeURIComponent(session)}`} replace /> : <Setup.Screen />;
}

function Nowhere() {
  return (
    <Page title="Nothing here" hideTitle>
      <EmptyState title="Nothing is at this address">
        The ways above lead to your projects and to a new table.
      </EmptyState>
    </Page>
  );
}

/** Nothing is told to a browser that the server does not know. */
function Outside() {
  return (
    <Page title="Not let in" hideTitle>
      <EmptyState
        title="This browser has not been let in"
        icon={<KeyRound size={28} aria-hidden />}
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        Open the newest link that <code>roundtable serve</code> has printed in its terminal. Each
        link lets one browser in; what runs goes on meanwhile.
      </EmptyState>
    </Page>
  );
}

export function App({ launched }: { launched: Launch }) {
  const [path] = useLocation();
  const outside = useDoor((door) => door.refused !== null);
  if (outside) {
    return (
      <Shell>
        <Outside />
      </Shell>
    );
  }
  return (
    <Shell>
      {launched.kind === "refused" && (
        <ErrorState className="m-4" message={launched.message} remedy={launched.remedy} />
      )}
      <Boundary at={path}>
        <Suspense fallback={<Skeleton className="p-6" />}>
          <Switch>
            {ROUTES.map((route) => (
              <Route key={route.path} path={route.path} component={route.Screen} />
            ))}
            <Route component={Nowhere} />
          </Switch>
        </Suspense>
      </Boundary>
    </Shell>
  );
}
