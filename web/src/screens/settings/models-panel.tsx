// The vendors' models with what they read and what they cost.
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import type { Loaded } from "@/api/loaded";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { count } from "@/design/figures";
import { Panel } from "@/design/panel";
import { Select } from "@/design/select";
import { sentence } from "@/design/sentence";
import { Skeleton } from "@/design/skeleton";
import { TextInput } from "@/design/text-input";
import { type ModelTold, modelsOf, plain, vendorInWords } from "@/screens/setup/vendors";

export function ModelsPanel({ models }: { models: Loaded<ModelTold[]> }) {
  const [words, setWords] = useState("");
  const [vendor, setVendor] = useState("");
  const all = models.value;
  const vendors = [...new Set((all ?? []).map(({ provider }) => provider))];
  const shown = useMemo(() => wantedModels(all ?? [], words, vendor), [all, words, vendor]);
  return (
    <Panel
      flush
      title="Models and prices"
      note="In US dollars for a million tokens, from a public list that comes with the program. Your bill is the vendor's."
    >
      <div className="grid gap-2 px-5 pb-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <span className="relative block">
          <Search
            size={16}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint"
          />
          <TextInput
            type="search"
            aria-label="Search models"
            placeholder="Name of a model"
            className="pl-9"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </span>
        <Select
          aria-label="Vendor"
          value={vendor}
          choices={[
            { value: "", label: "Every vendor" },
            ...vendors.map((value) => ({ value, label: vendorInWords(value) })),
          ]}
          onChoose={setVendor}
        />
      </div>
      <div className="min-h-100 border-t border-line">
        {all === null && models.problem ? (
          <ErrorState
            className="m-5"
            message={sentence(models.problem.detail)}
            remedy={sentence(models.problem.remedy)}
            busy={models.loading}
            onRetry={models.reload}
          />
        ) : all === null ? (
          <Skeleton lines={12} className="p-5" />
        ) : shown.length === 0 ? (
          <EmptyState title="No model is called that">
            A model that is not listed can still be named at its seat.
          </EmptyState>
        ) : (
          <Prices models={shown} />
        )}
      </div>
    </Panel>
  );
}

export function wantedModels(
  models: readonly ModelTold[],
  words: string,
  vendor: string,
): ModelTold[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const vendors = [...new Set(models.map(({ provider }) => provider))];
  return vendors
    .filter((provider) => vendor === "" || provider === vendor)
    .flatMap((provider) => modelsOf(models, provider))
    .filter(({ id, name, provider }) => {
      const text = `${id} ${name} ${vendorInWords(provider)}`.toLowerCase();
      return parts.every((part) => text.includes(part));
    });
}

const USES = { deliberate: "the usual knight", judge: "the usual judge" } as const;

function Prices({ models }: { models: readonly ModelTold[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-left text-ink-faint">
          <tr className="border-b border-line">
            <th className="px-5 py-2 font-medium">Model</th>
            <th className="py-2 pr-4 font-medium max-sm:hidden">Vendor</th>
            <th className="py-2 pr-4 text-right font-medium max-sm:hidden">Reads</th>
            <th className="py-2 pr-4 text-right font-medium">In</th>
            <th className="py-2 pr-5 text-right font-medium">Out</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {models.map((model) => (
            <tr key={`${model.provider} ${model.id}`}>
              <td className="px-5 py-1.5">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <code className="break-all">{model.id}</code>
                  {model.default_for.map((use) => (
                    <Badge key={use} tone="accent">
                      {USES[use]}
                    </Badge>
                  ))}
                </span>
              </td>
              <td className="py-1.5 pr-4 max-sm:hidden">{vendorInWords(model.provider)}</td>
              <td className="figures py-1.5 pr-4 text-right max-sm:hidden">
                {model.context_tokens === null ? "unknown" : count(model.context_tokens)}
              </td>
              <td className="figures py-1.5 pr-4 text-right">
                {dollars(model.input_usd_per_million)}
              </td>
              <td className="figures py-1.5 pr-5 text-right">
                {dollars(model.output_usd_per_million)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dollars(price: number | null): string {
  return price === null ? "unknown" : `$${plain(price)}`;
}
