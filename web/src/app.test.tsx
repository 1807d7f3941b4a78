import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { App, loadScreen } from "@/app";
import { door } from "@/session/door";

test("the address that the command line prints leads to its table", async () => {
  window.history.replaceState(null, "", "/?session=a%20b");
  render(<App launched={{ kind: "none" }} />);
  await expect.poll(() => window.location.pathname).toBe("/s/a%20b");
});

test("an address without a screen says so", async () => {
  window.history.replaceState(null, "", "/nowhere");
  render(<App launched={{ kind: "none" }} />);
  expect(await screen.findByText(/nothing is at this address/i)).toBeInTheDocument();
});

test("a screen whose code was fetched before is shown at once, without a placeholder", async () => {
  window.history.replaceState(null, "", "/projects");
  await loadScreen("/projects");
  render(<App launched={{ kind: "none" }} />);
  expect(screen.getByRole("heading", { level: 1, name: "Projects" })).toBeInTheDocument();
});

test("where an address has no screen there is nothing to fetch", async () => {
  await expect(loadScreen("/nowhere")).resolves.toBeUndefined();
});

test("a refused launch is told on whatever screen is open", async () => {
  window.history.replaceState(null, "", "/nowhere");
  render(
    <App
      launched={{ kind: "refused", message: "The link has run out.", remedy: "Ask for another." }}
    />,
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("The link has run out.");
});

test("a browser that is not let in sees how it would be, and nothing else", async () => {
  window.history.replaceState(null, "", "/projects");
  door.close({
    type: "not_signed_in",
    title: "",
    status: 401,
    detail: "no pass",
    remedy: "",
    field: "",
  });
  render(<App launched={{ kind: "none" }} />);
  expect(await screen.findByText("This browser has not been let in")).toBeInTheDocument();
  expect(screen.queryByText("Projects", { selector: "h1" })).toBeNull();
  door.open();
});
