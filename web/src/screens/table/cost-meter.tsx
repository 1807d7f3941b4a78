// What has been spent and what may be: one line that opens into the whole account.
import { Coins } from "lucide-react";
import { count, duration, money } from "@/design/figures";
import { Popover, type Trigger } from "@/design/popover";
import { Progress } from "@/design/progress";
import { brokenWords, type Cap, capsOf, isPlay, PLAY, shareOf } from "./account";
import { useTable } from "./table-context";

export function CostMeter() {
  return (
    <Popover label="The account" align="end" className="w-80" trigger={trigger}>
      <Account />
    </Popover>
  );
}

function trigger(props: Trigger) {
  return <MeterButton {...props} />;
}

function MeterButton(props: Trigger) {
  const { view } = useTable();
  const caps = capsOf(view);
  const tokens = view.spent.input_tokens + view.spent.output_tokens;
  const cost = caps.find((cap) => cap.name === "cost");
  const fullest = caps[0];
  return (
    <button
      type="button"
      {...props}
      className="figures flex min-h-9 max-w-full flex-col justify-center gap-0.5 rounded-md px-2.5 text-start text-sm hover:bg-sunken lg:max-w-72 lg:shrink-0"
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <Coins size={15} aria-hidden className="shrink-0 text-ink-faint" />
        <span className="font-medium">
          {money(view.spent.cost_microusd)}
          {cost && <span className="text-ink-faint"> of {money(cost.limit)}</span>}
          {isPlay(view) && <span className="font-normal text-ink-faint"> make-believe</span>}
        </span>
        <span className="text-ink-faint">{count(tokens)} tokens</span>
        {view.maybe_spent.cost_microusd > 0 && !isPlay(view) && (
          <span className="text-doubt max-sm:sr-only">
            + maybe {money(view.maybe_spent.cost_microusd)}
          </span>
        )}
      </span>
      {fullest && <CapBar cap={fullest} />}
    </button>
  );
}

function CapBar({ cap }: { cap: Cap }) {
  const share = shareOf(cap);
  return (
    <Progress
      label={`Used of the cap on ${cap.name}`}
      value={share}
      told={`${amount(cap.name, cap.used)} of ${amount(cap.name, cap.limit)}`}
      tone={share >= 0.9 ? "danger" : share >= 0.7 ? "doubt" : "accent"}
      className="h-1"
    />
  );
}

function amount(name: Cap["name"], value: number): string {
  if (name === "cost") return money(value);
  return name === "tokens" ? `${count(value)} tokens` : duration(value * 60);
}

function Account() {
  const { view } = useTable();
  const caps = capsOf(view);
  const broken = brokenWords(view);
  return (
    <div className="flex flex-col gap-3 p-2.5 text-sm">
      {isPlay(view) && <p className="text-ink-soft">{PLAY}</p>}
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">Spent</dt>
        <dd className="text-end">{money(view.spent.cost_microusd)}</dd>
        <dt className="text-ink-soft">Read by the seats</dt>
        <dd className="text-end">{count(view.spent.input_tokens)} tokens</dd>
        <dt className="text-ink-soft">Said by them</dt>
        <dd className="text-end">{count(view.spent.output_tokens)} tokens</dd>
        <dt className="text-ink-soft">At work</dt>
        <dd className="text-end">{duration(view.active_seconds)}</dd>
      </dl>
      {broken && <p className="text-doubt">{broken}</p>}
      {caps.length === 0 && <p className="text-ink-faint">There is no cap on this session.</p>}
      {caps.map((cap) => (
        <div key={cap.name} className="figures flex flex-col gap-1">
          <p className="flex justify-between text-ink-soft">
            <span>Cap on {cap.name}</span>
            <span>
              {amount(cap.name, cap.used)} of {amount(cap.name, cap.limit)}
            </span>
          </p>
          <CapBar cap={cap} />
        </div>
      ))}
    </div>
  );
}
