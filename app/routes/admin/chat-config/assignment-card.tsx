import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
import { assignments, MOST_CAPACITY } from "#workers/contract/chat-rules.ts";
import { idOf, type RulesDraft } from "./rules-draft.ts";

/** To whom waiting chats are offered by themselves, and how many at most. */
export function AssignmentCard({
  draft,
  problems,
  onChange,
}: {
  draft: RulesDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (part: Partial<RulesDraft>) => void;
}) {
  return (
    <Card className="grid gap-4 p-5">
      <div>
        <h2 className="font-semibold">{texts.assigning}</h2>
        <p className="mt-1 text-muted">{texts.assigningLead}</p>
      </div>
      <RadioGroup
        legend={texts.assignment}
        value={draft.assignment}
        choices={assignments.map((value) => ({ value, label: texts.assignments[value] }))}
        onChange={(assignment) => onChange({ assignment })}
      />
      {draft.assignment === "manual" ? (
        <Checkbox
          label={texts.prefersLast}
          hint={texts.followsUpHint}
          checked={draft.followsUp}
          onChange={(followsUp) => onChange({ followsUp })}
        />
      ) : (
        <Checkbox
          label={texts.prefersLast}
          hint={texts.prefersLastHint}
          checked={draft.prefersLast}
          onChange={(prefersLast) => onChange({ prefersLast })}
        />
      )}
      {draft.assignment !== "manual" && (
        <Checkbox
          label={texts.hasCapacity}
          checked={draft.hasCapacity}
          onChange={(hasCapacity) => onChange({ hasCapacity })}
        />
      )}
      {draft.assignment !== "manual" && draft.hasCapacity && (
        <Field id={idOf("capacity")} label={texts.capacity} error={problems["capacity"]}>
          <TextInput
            type="number"
            min={1}
            max={MOST_CAPACITY}
            className="max-w-32"
            value={draft.capacity}
            onChange={({ target }) => onChange({ capacity: target.value })}
          />
        </Field>
      )}
    </Card>
  );
}
