import { useState } from "react";
import { Chip } from "#app/components/ui/chip.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { type Named, useChoices, useNames } from "./choice-field.tsx";
import { idOf } from "./dashboard-draft.ts";

/** The colleagues to whom a dashboard is mailed: those chosen by name, and one more found by typing. */
export function PeopleField({
  known,
  chosen,
  problem,
  onChange,
}: {
  /** Those whose names are known. */
  known: readonly Named[];
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (chosen: string[]) => void;
}) {
  const { found, note, search } = useChoices("people");
  const [picked, setPicked] = useState<readonly Named[]>([]);
  const nameOf = useNames("people", chosen, [...known, ...picked]);
  const without = (gone: string) => chosen.filter((id) => id !== gone);
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={texts.people}>
          {chosen.map((id) => (
            <Chip
              key={id}
              name={nameOf(id) ?? "…"}
              removeLabel={texts.takeOut(nameOf(id) ?? "")}
              onRemove={() => onChange(without(id))}
            />
          ))}
        </ul>
      )}
      <Field
        id={idOf("schedule.people")}
        label={chosen.length > 0 ? texts.morePeople : texts.people}
        hint={texts.peopleHint}
        error={problem}
      >
        <Combobox<string>
          value={null}
          chosenLabel=""
          choices={found
            .filter(({ id }) => !chosen.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          note={note}
          onQuery={search}
          onChange={(id) => {
            setPicked([...picked, ...found.filter((each) => each.id === id)]);
            onChange([...chosen, id]);
          }}
        />
      </Field>
    </div>
  );
}
