// Keys and what they do, under a name.
import { Kbd } from "@/design/kbd";

export interface KeyListProps {
  name: string;
  keys: readonly { keys: string; label: string }[];
}

export function KeyList({ name, keys: list }: KeyListProps) {
  return (
    <section>
      <h3 className="mb-1 text-base">{name}</h3>
      <dl className="divide-y divide-line">
        {list.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{label}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
