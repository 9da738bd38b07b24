import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { uiTexts } from "#texts/ui.ts";
import { type ChoiceKind, searchDashboardChoices } from "#workers/contract/endpoints/own-dashboards.ts";

const DELAY_MS = 300;

export interface Named {
  id: string;
  name: string;
}

/** The choices of a kind that the server finds as somebody types. */
export function useChoices(of: ChoiceKind, { enabled = true } = {}) {
  const [typed, setTyped] = useState("");
  const name = useSettled(typed, DELAY_MS);
  const { answer, failure } = useQueryOf(
    searchDashboardChoices,
    { params: { of }, query: { name } },
    { enabled, keepsLast: true },
  );
  const note = failure ? failure.message : answer?.more ? uiTexts.typeToFind : undefined;
  return { found: answer?.choices ?? [], note, search: setTyped };
}

/** The names of what is chosen, known or asked for: a draft that was kept may name what the stored one does not. */
export function useNames(of: ChoiceKind, ids: readonly string[], known: readonly Named[]) {
  const unknown = ids.filter((id) => id !== "" && !known.some((each) => each.id === id));
  const { answer } = useQueryOf(
    searchDashboardChoices,
    { params: { of }, query: { ids: unknown } },
    { enabled: unknown.length > 0, keepsLast: true },
  );
  return (id: string): string | undefined =>
    [...known, ...(answer?.choices ?? [])].find((each) => each.id === id)?.name ??
    (answer ? texts.filterGone : undefined);
}

/** One thing that a tile is narrowed down to, found by typing; all of them where none is chosen. */
export function ChoiceField({
  of,
  label,
  value,
  known,
  fixed,
  onChange,
}: {
  of: ChoiceKind;
  label: string;
  value: string;
  /** Those whose names are known. */
  known: readonly Named[];
  fixed: boolean;
  onChange: (id: string) => void;
}) {
  const { found, note, search } = useChoices(of, { enabled: !fixed });
  const [picked, setPicked] = useState<readonly Named[]>([]);
  const nameOf = useNames(of, [value], [...known, ...picked]);
  return (
    <Field label={label}>
      <Combobox
        value={value}
        disabled={fixed}
        choices={[
          { value: "", label: texts.all },
          ...found.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        chosenLabel={value === "" ? texts.all : (nameOf(value) ?? "")}
        note={note}
        onQuery={search}
        onChange={(id) => {
          setPicked(found.filter((each) => each.id === id));
          onChange(id);
        }}
      />
    </Field>
  );
}
