import { LayoutGrid, Rows3 } from "lucide-react";
import { cx } from "#app/components/ui/cx.ts";
import { Select } from "#app/components/ui/select.tsx";
import { libraryTexts as texts } from "#texts/library.ts";
import { artifactKinds } from "#workers/contract/library.ts";
import type { KindChoice, View } from "./library-address.ts";

const KINDS = [
  { value: "" as const, label: texts.all },
  ...artifactKinds.map((value) => ({ value, label: texts.kinds[value] })),
];
const VIEWS = [
  ["grid", LayoutGrid],
  ["list", Rows3],
] as const;

/** Narrows the list to a kind, and shows it as a grid or a list. */
export function LibraryTools({
  kind,
  view,
  onChange,
}: {
  kind: KindChoice;
  view: View;
  onChange: (changes: Record<string, string>) => void;
}) {
  return (
    <>
      <Select
        aria-label={texts.kindLabel}
        className="w-full sm:w-44"
        value={kind}
        options={KINDS}
        onChange={(next) => onChange({ kind: next })}
      />
      <div role="group" aria-label={texts.viewLabel} className="flex rounded-md border border-edge">
        {VIEWS.map(([each, Icon]) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => onChange({ view: each === "list" ? each : "" })}
            className={cx(
              "inline-flex min-h-9 items-center gap-1.5 px-3 first:rounded-l-md last:rounded-r-md",
              view === each ? "bg-accent-soft text-accent-ink" : "text-muted hover:bg-hover hover:text-ink",
            )}
          >
            <Icon aria-hidden className="size-4" />
            {texts.views[each]}
          </button>
        ))}
      </div>
    </>
  );
}
