// The settings: this project's table, keys, models with their prices, and what holds for this browser.
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { api, ask } from "@/api/client";
import { useLoaded } from "@/api/loaded";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { Page } from "@/design/page";
import { sentence } from "@/design/sentence";
import { useShortcuts } from "@/design/shortcuts";
import { Skeleton } from "@/design/skeleton";
import { TabPanel, Tabs } from "@/design/tabs";
import { BrowserPanel } from "@/screens/settings/browser-panel";
import { changesOf } from "@/screens/settings/changes";
import { type Draft, draftOf, useSettingsDraft } from "@/screens/settings/draft";
import { KEYS } from "@/screens/settings/keys";
import { KeysPanel } from "@/screens/settings/keys-panel";
import { ModelsPanel } from "@/screens/settings/models-panel";
import { SaveBar } from "@/screens/settings/save-bar";
import { useSaving } from "@/screens/settings/saving";
import { TableSettings } from "@/screens/settings/table-settings";

const TABS = [
  { id: "table", label: "Table" },
  { id: "keys", label: "Keys" },
  { id: "models", label: "Models and prices" },
  { id: "browser", label: "This browser" },
] as const;
type TabName = (typeof TABS)[number]["id"];

export default function Settings() {
  const [tab, setTab] = useState<TabName>(tabFromAddress);
  const models = useLoaded("models", () => ask(api.GET("/api/models")));
  const keys = useLoaded("keys", () => ask(api.GET("/api/keys")));
  const place = useLoaded("place", () => ask(api.GET("/api/project")));
  const settings = useSettings();
  const { base, draft, version } = useSettingsDraft();
  const saving = useSaving(place.reload, () => {
    setTab("table");
    showWrong();
  });
  const changes = base && draft ? changesOf(base, draft) : [];
  useWarning(changes.length > 0);
  useShortcuts("Settings", [
    { ...KEYS[0], whileTyping: true, run: () => changes.length > 0 && saving.save(false) },
  ]);
  const change = (next: Partial<Draft>, field: string) => {
    useSettingsDraft.getState().change(next);
    saving.touched(field);
  };
  return (
    <Page title="Settings" width="wide" className="overflow-x-clip">
      <Tabs
        name="settings"
        label="Settings"
        className="mb-6"
        tabs={TABS.map(({ id, label }) => ({
          id,
          label: id === "table" && changes.length > 0 ? `${label} (not saved)` : label,
        }))}
        selected={tab}
        onSelect={(id) => {
          setTab(id as TabName);
          navigate(id === "table" ? "/settings" : `/settings?tab=${id}`, { replace: true });
        }}
      />
      <TabPanel name="settings" id={tab}>
        {tab === "table" &&
          (draft && settings.value ? (
            <TableSettings
              draft={draft}
              version={version}
              adapters={settings.value.adapters}
              models={models.value ?? []}
              seats={place.value?.seats ?? []}
              wrong={saving.wrong}
              change={change}
            />
          ) : (
            <NoTable settings={settings} />
          ))}
        {tab === "keys" && <KeysPanel keys={keys} onChanged={place.reload} />}
        {tab === "models" && <ModelsPanel models={models} />}
        {tab === "browser" && <BrowserPanel />}
      </TabPanel>
      <SaveBar changes={changes} saving={saving} />
    </Page>
  );
}

/** What the server has; a draft that is not saved stays in its place. */
function useSettings() {
  return useLoaded("settings", async () => {
    const told = await ask(api.GET("/api/settings"));
    const { base, draft, load } = useSettingsDraft.getState();
    if (base === null || draft === null || changesOf(base, draft).length === 0) load(draftOf(told));
    return told;
  });
}

function NoTable({ settings }: { settings: ReturnType<typeof useSettings> }) {
  const { problem } = settings;
  if (problem === null) {
    return (
      <div className="flex flex-col gap-6">
        {[10, 5, 3].map((lines) => (
          <div key={lines} className="rounded-lg border border-line bg-surface px-5 py-4">
            <Skeleton lines={lines} />
          </div>
        ))}
      </div>
    );
  }
  if (problem.type === "not_founded") {
    return (
      <EmptyState
        title="There is no table here yet"
        action={
          <Link href="/" className="text-accent underline">
            To the start page
          </Link>
        }
      >
        It is made on the start page; then its knights and rules stand here.
      </EmptyState>
    );
  }
  return (
    <ErrorState
      message={sentence(problem.detail)}
      remedy={sentence(problem.remedy)}
      busy={settings.loading}
      onRetry={settings.reload}
    />
  );
}

/** The browser asks before it closes a page with changes that nobody has saved. */
function useWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
}

/** Brings the first field that is wrong before the reader, once it is drawn as such. */
function showWrong(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>("main [aria-invalid=true]");
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  });
}

function tabFromAddress(): TabName {
  const asked = new URLSearchParams(window.location.search).get("tab");
  return TABS.find(({ id }) => id === asked)?.id ?? "table";
}
