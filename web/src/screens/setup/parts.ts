// What every part of the form is given.
import type { Form } from "@/screens/setup/form";
import type { Trouble } from "@/screens/setup/placing";

export interface Part {
  form: Form;
  change: (changes: Partial<Form>) => void;
  troubles: readonly Trouble[];
}
