import { expect, test } from "vitest";
import { seatAt } from "@/design/seats";

test("eight seats have eight colours and eight devices", () => {
  const seats = Array.from({ length: 8 }, (_, index) => seatAt(index));
  expect(new Set(seats.map((seat) => seat.hue)).size).toBe(8);
  expect(new Set(seats.map((seat) => seat.division)).size).toBe(8);
  expect(seats.map((seat) => seat.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("no two of sixteen seats have colour and device in common", () => {
  const seats = Array.from({ length: 16 }, (_, index) => seatAt(index));
  expect(new Set(seats.map((seat) => `${seat.hue} ${seat.division}`)).size).toBe(16);
});

test("a seat before the first is the first", () => {
  expect(seatAt(-1)).toEqual(seatAt(0));
});
