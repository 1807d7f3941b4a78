// Merge directives as chips: the base, pieces taken from others, what must be fixed; and the form
// that they compose, which can also be written by hand.
import { Plus, X } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { Select } from "@/design/select";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { Toggle } from "@/design/toggle";
import { SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import { seatIndex, useTable } from "../table-context";
import {
  composed,
  type Directives,
  type Fix,
  fixText,
  read,
  type Take,
  takeText,
} from "./directives";
import { type Known, unitsIn, useKnown } from "./known";

export interface DirectivesEditorProps {
  /** The chips to begin with. Null: the text says more than they can hold, and is edited as text. */
  first: Directives | null;
  /** What would be sent as it stands. */
  text: string;
  onChange: (text: string) => void;
}

export function DirectivesEditor({ first, text, onChange }: DirectivesEditorProps) {
  const { view } = useTable();
  const names = view.seats.map((seat) => seat.name);
  const [chips, setChips] = useState(first);
  const [byHand, setByHand] = useState(first === null);
  const [unread, setUnread] = useState(false);
  const change = (next: Directives) => {
    setChips(next);
    onChange(composed(next));
  };
  const toggle = (hand: boolean) => {
    const found = hand ? chips : read(text, names);
    setUnread(!hand && found === null);
    if (found === null) return;
    setChips(found);
    setByHand(hand);
  };
  return (
    <div className="flex flex-col gap-3">
      {byHand || chips === null ? (
        <Field
          label="Directives"
          hint="BASE=NAME. INCORPORATE: unit (file) from NAME; … MUST_FIX: unit (file): problem; …"
          error={unread ? "This cannot be shown as chips; it can be sent as it is." : undefined}
        >
          <TextArea value={text} onChange={(event) => onChange(event.target.value)} />
        </Field>
      ) : (
        <>
          <Chips chips={chips} onChange={change} />
          <div className="rounded-md bg-sunken px-3 py-2">
            <p className="text-xs text-ink-faint">What is sent</p>
            <p className="font-mono text-xs break-words">{text}</p>
          </div>
        </>
      )}
      <Toggle label="Write it by hand" on={byHand} onChange={toggle} />
    </div>
  );
}

interface ChipsProps {
  chips: Directives;
  onChange: (next: Directives) => void;
}

const NO_TAKE: Take = { file: "", unit: "", from: "", why: "" };
const NO_FIX: Fix = { file: "", unit: "", problem: "" };

function Chips({ chips, onChange }: ChipsProps) {
  const known = useKnown();
  const { base, take, fix } = chips;
  return (
    <>
      <Field label="Base" hint="Whose candidate the rest is put into." className="max-w-80">
        <Select
          value={base}
          onChoose={(seat) => onChange({ ...chips, base: seat })}
          choices={[
            ...(base === "" ? [{ value: "", label: "Choose a candidate" }] : []),
            ...known.candidates.map((seat) => ({ value: seat, label: seat })),
          ]}
        />
      </Field>
      <ChipList<Take>
        label="Taken from others"
        add="Take a piece"
        items={take}
        blank={{ ...NO_TAKE, from: known.candidates.find((seat) => seat !== base) ?? "" }}
        told={takeText}
        seatOf={(each) => each.from}
        onChange={(next) => onChange({ ...chips, take: next })}
        renderEditor={(each, set) => (
          <TakeFields take={each} base={base} known={known} onChange={set} />
        )}
      />
      <ChipList<Fix>
        label="Must be fixed"
        add="Add a fix"
        items={fix}
        blank={NO_FIX}
        told={fixText}
        onChange={(next) => onChange({ ...chips, fix: next })}
        renderEditor={(each, set) => <FixFields fix={each} known={known} onChange={set} />}
      />
    </>
  );
}

interface ChipListProps<T> {
  label: string;
  add: string;
  items: readonly T[];
  blank: T;
  told: (item: T) => string;
  seatOf?: (item: T) => string;
  onChange: (items: readonly T[]) => void;
  renderEditor: (item: T, set: (item: T) => void) => React.ReactNode;
}

function ChipList<T>(props: ChipListProps<T>) {
  const { label, add, items, blank, told, seatOf, onChange, renderEditor } = props;
  const [open, setOpen] = useState<number | null>(null);
  const id = useId();
  const edited = open === null ? undefined : items[open];
  const { list, goTo } = useFocusAt();
  const remove = (place: number) => {
    onChange(items.toSpliced(place, 1));
    setOpen(null);
    goTo(place);
  };
  const done = (place: number) => {
    setOpen(null);
    goTo(place);
  };
  return (
    <div className="flex flex-col gap-2" role="group" aria-labelledby={id}>
      <p id={id} className="text-sm font-medium">
        {label}
      </p>
      <ul ref={list} className="flex flex-wrap gap-1.5">
        {items.map((item, place) => (
          // Two pieces may be told alike while one of them is being written.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className="max-w-full">
            <Chip
              text={told(item) || "not filled in yet"}
              seat={seatOf?.(item) ?? ""}
              open={place === open}
              onOpen={() => setOpen(place === open ? null : place)}
              onRemove={() => remove(place)}
            />
          </li>
        ))}
        <li>
          <Button
            size="sm"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => {
              onChange([...items, blank]);
              setOpen(items.length);
            }}
          >
            {add}
          </Button>
        </li>
      </ul>
      {open !== null && edited !== undefined && (
        <div className="rounded-md border border-line bg-raised p-3">
          {renderEditor(edited, (item) => onChange(items.with(open, item)))}
          <Button size="sm" className="mt-3" onClick={() => done(open)}>
            Done
          </Button>
        </div>
      )}
    </div>
  );
}

/** Takes the focus to the first button of an item, once the list is drawn as it is then. */
function useFocusAt() {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    // Behind the last chip stands the button that adds one.
    list.current?.children[wanted.current]?.querySelector("button")?.focus();
    wanted.current = null;
  });
  const goTo = (place: number) => {
    wanted.current = place;
  };
  return { list, goTo };
}

interface ChipProps {
  text: string;
  seat: string;
  open: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

function Chip({ text, seat, open, onOpen, onRemove }: ChipProps) {
  const { view } = useTable();
  const index = seatIndex(view, seat);
  return (
    <span
      data-seat={index < 0 ? undefined : seatAt(index).number}
      className="inline-flex max-w-full items-center rounded-lg border border-line-strong bg-raised pl-1 text-sm aria-expanded:border-accent"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={onOpen}
        className="flex min-h-7 min-w-0 items-center gap-1.5 rounded-lg px-2 py-0.5 text-start hover:underline"
      >
        {index >= 0 && <SeatMark index={index} size={14} />}
        <span className="min-w-0 break-words">{text}</span>
      </button>
      <IconButton
        label={`Remove ${text}`}
        tip="Remove"
        side="bottom-end"
        icon={<X size={13} />}
        onClick={onRemove}
        className="size-7 shrink-0 rounded-lg"
      />
    </span>
  );
}

interface PlaceProps {
  file: string;
  unit: string;
  known: Known;
  seat?: string;
  onChange: (place: { file: string; unit: string }) => void;
}

function PlaceFields({ file, unit, known, seat = "", onChange }: PlaceProps) {
  const id = useId();
  return (
    <>
      <Field
        label="Unit"
        hint="A function, class or method; * is the whole file."
        className="flex-1"
      >
        <TextInput
          list={`${id}-units`}
          value={unit}
          spellCheck={false}
          onChange={(event) => {
            const next = event.target.value;
            const place = known.units.find((each) => each.unit === next && each.path);
            onChange({ unit: next, file: file || (place?.path ?? "") });
          }}
        />
      </Field>
      <Field label="File" className="flex-1">
        <TextInput
          list={`${id}-files`}
          value={file}
          spellCheck={false}
          onChange={(event) => onChange({ unit, file: event.target.value })}
        />
      </Field>
      <datalist id={`${id}-units`}>
        {unitsIn(known, file, seat).map((each) => (
          <option key={`${each.path} ${each.unit}`} value={each.unit}>
            {each.path}
          </option>
        ))}
      </datalist>
      <datalist id={`${id}-files`}>
        {known.files.map((path) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface TakeFieldsProps {
  take: Take;
  base: string;
  known: Known;
  onChange: (take: Take) => void;
}

function TakeFields({ take, base, known, onChange }: TakeFieldsProps) {
  const sources = known.candidates.filter((seat) => seat !== base);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <PlaceFields
          file={take.file}
          unit={take.unit}
          known={known}
          seat={take.from}
          onChange={(place) => onChange({ ...take, ...place })}
        />
        <Field label="From" className="min-w-32 flex-1">
          <Select
            value={take.from}
            choices={sources.map((seat) => ({ value: seat, label: seat }))}
            onChoose={(from) => onChange({ ...take, from })}
          />
        </Field>
      </div>
      <Field label="Why" hint="Needed where no unit and no file are named.">
        <TextInput
          value={take.why}
          onChange={(event) => onChange({ ...take, why: event.target.value })}
        />
      </Field>
    </div>
  );
}

interface FixFieldsProps {
  fix: Fix;
  known: Known;
  onChange: (fix: Fix) => void;
}

function FixFields({ fix, known, onChange }: FixFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <Field label="What is wrong">
        <TextInput
          value={fix.problem}
          onChange={(event) => onChange({ ...fix, problem: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <PlaceFields
          file={fix.file}
          unit={fix.unit}
          known={known}
          onChange={(place) => onChange({ ...fix, ...place })}
        />
      </div>
    </div>
  );
}
