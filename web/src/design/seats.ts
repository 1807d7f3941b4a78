// Each seat's colour and heraldic device, given by its place at the table and by nothing else.

export const DIVISIONS = [
  "pale",
  "fess",
  "bend",
  "chevron",
  "cross",
  "saltire",
  "pile",
  "lozenge",
] as const;
export type Division = (typeof DIVISIONS)[number];

export const HUES = ["azure", "clay", "teal", "violet", "moss", "rose", "steel", "madder"] as const;
export type Hue = (typeof HUES)[number];

export interface Seat {
  /** 1 to 8: the value of `data-seat`, under which `seat` and `seat-soft` are this seat's colours. */
  number: number;
  hue: Hue;
  division: Division;
}

/** From the ninth seat on colours come again, each with another device. */
export function seatAt(index: number): Seat {
  const whole = Math.max(0, Math.floor(index));
  const place = whole % HUES.length;
  const again = Math.floor(whole / HUES.length);
  return {
    number: place + 1,
    hue: HUES[place] ?? "azure",
    division: DIVISIONS[(place + 3 * again) % DIVISIONS.length] ?? "pale",
  };
}
