// What stands in a table's place while its log is on its way.
import { Page } from "@/design/page";
import { Skeleton } from "@/design/skeleton";

export function Loading({ retrying }: { retrying: boolean }) {
  return (
    <Page title="The table" hideTitle width="stage">
      {retrying && (
        <p role="status" className="bg-doubt-soft px-5 py-1.5 text-sm text-doubt">
          The server does not answer yet; trying again …
        </p>
      )}
      <div className="flex flex-col gap-4 p-4" aria-busy="true">
        <span className="sr-only">The table is being loaded.</span>
        <Skeleton lines={2} className="max-w-xl" />
        <div className="grid gap-3 md:grid-cols-3">
          {["one", "two", "three"].map((lane) => (
            <div key={lane} className="rounded-lg border border-line bg-surface p-4">
              <Skeleton lines={7} />
            </div>
          ))}
        </div>
      </div>
    </Page>
  );
}
