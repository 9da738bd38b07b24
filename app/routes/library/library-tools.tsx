import { LayoutGrid, Rows3 } from "lucide-react";
import { Segments } from "#app/components/ui/segments.tsx";
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
      <Segments
        label={texts.viewLabel}
        value={view}
        segments={VIEWS.map(([value, icon]) => ({ value, icon, label: texts.views[value] }))}
        onChange={(each) => onChange({ view: each === "list" ? each : "" })}
      />
    </>
  );
}
