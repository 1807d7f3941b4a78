import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Ask, Request } from "@/runtime/requests";
import { ServiceDesk } from "./service";

const ROUTES = [
  { method: "GET", path: "/wares/{name}", summary: "One", body: "" },
  { method: "POST", path: "/wares", summary: "", body: '{"name": "text"}' },
];

function desk(ask: Ask) {
  render(<ServiceDesk service={{ routes: ROUTES, ask }} />);
  const press = () =>
    act(async () => {
      fireEvent.click(screen.getByRole("button", { name: "Send" }));
    });
  return press;
}

it("fills the request from a route, and shows the answer", async () => {
  const asked: Request[] = [];
  const body = new TextEncoder().encode('{"detail":"<b>too short</b>"}');
  const headers = [["content-type", "application/json"]] as const;
  const press = desk((request) => {
    asked.push(request);
    return Promise.resolve({ status: 422, headers, body, took: 12 });
  });
  fireEvent.click(screen.getByRole("button", { name: /\/wares\/{name}/ }));
  await press();
  expect(screen.getByLabelText("Path")).toBeInvalid();
  expect(screen.getByText("Write a value for {name}")).toBeVisible();
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "POST /wares" }));
  expect(screen.getByLabelText("Body")).toHaveValue('{"name": "text"}');
  await press();
  expect(asked[0]).toMatchObject({ method: "POST", path: "/wares" });
  const answer = screen.getByRole("region", { name: "The answer" });
  expect(within(answer).getByText("422")).toBeVisible();
  expect(answer).toHaveTextContent('"detail": "<b>too short</b>"');
});

it("says why there is no answer", async () => {
  const press = desk(() => Promise.reject(new Error("the service has ended")));
  expect(screen.getByLabelText("Path")).toHaveValue("/wares");
  fireEvent.change(screen.getByLabelText("Path"), { target: { value: "/wares/ale" } });
  await press();
  expect(screen.getByText("There was no answer: the service has ended.")).toBeVisible();
});
