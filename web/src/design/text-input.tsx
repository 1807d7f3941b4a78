// One line of text.
import type { ComponentProps } from "react";
import { classes } from "@/design/classes";
import { useField } from "@/design/field";

export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input type="text" className={classes("control", className)} {...useField()} {...rest} />;
}
