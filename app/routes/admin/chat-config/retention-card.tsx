import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { chatRetentionTexts as texts } from "#texts/chat-retention.ts";
import { keepChoices, keepFilesChoices } from "#workers/contract/chat-rules.ts";
import { idOf, type RulesDraft } from "./rules-draft.ts";

/** How long ended chats are kept, and the files that came with them. */
export function RetentionCard({
  draft: { keepMonths, keepFilesMonths },
  onChange,
}: {
  draft: RulesDraft;
  onChange: (part: Partial<RulesDraft>) => void;
}) {
  const keepFor = (months: RulesDraft["keepMonths"]) =>
    onChange({
      keepMonths: months,
      ...((keepFilesMonths ?? 0) >= (months ?? Infinity) && { keepFilesMonths: null }),
    });
  return (
    <Card className="grid gap-4 p-5">
      <div>
        <h2 className="font-semibold">{texts.title}</h2>
        <p className="mt-1 text-muted">{texts.lead}</p>
      </div>
      <Field id={idOf("keepMonths")} label={texts.keep}>
        <Select
          className="max-w-56"
          value={String(keepMonths)}
          options={[...choicesOf(keepChoices), { value: "null", label: texts.forever }]}
          onChange={(value) => keepFor(keepChoices.find((each) => String(each) === value) ?? null)}
        />
      </Field>
      <Field id={idOf("keepFilesMonths")} label={texts.keepFiles}>
        <Select
          className="max-w-56"
          value={String(keepFilesMonths)}
          options={[
            // Files never outlive their chat.
            ...choicesOf(keepFilesChoices.filter((each) => each < (keepMonths ?? Infinity))),
            { value: "null", label: texts.asChats },
          ]}
          onChange={(value) =>
            onChange({ keepFilesMonths: keepFilesChoices.find((each) => String(each) === value) ?? null })
          }
        />
      </Field>
    </Card>
  );
}

const choicesOf = (choices: readonly number[]) =>
  choices.map((months) => ({ value: String(months), label: texts.forMonths(months) }));
