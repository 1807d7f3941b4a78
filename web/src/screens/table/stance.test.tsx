import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { PathList } from "./stance";

test("a file that is to be new is told as its path and a word", () => {
  const { container } = render(<PathList paths={["shop/cart.py", "NEW:shop/limits.py"]} />);
  expect(container).toHaveTextContent("shop/cart.py, shop/limits.py (new)");
  expect(container.querySelectorAll("code")[1]).toHaveTextContent(/^shop\/limits.py$/);
});
