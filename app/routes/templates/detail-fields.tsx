import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import { categories } from "#workers/contract/templates/template.ts";
import { languageChoices } from "./language-name.ts";
import { idOf, type TemplateDraft } from "./template-draft.ts";

/** Name, channel, language and category: what a template is known by. */
export function DetailFields({
  draft,
  channels,
  stored,
  fixed,
  problemAt,
  change,
  onTouch,
  onLeave,
}: {
  draft: TemplateDraft;
  channels: readonly { id: string; name: string }[];
  stored: MessageTemplate | undefined;
  fixed: boolean;
  problemAt: (place: string) => string | undefined;
  change: (change: Partial<TemplateDraft>) => void;
  onTouch: (place: string) => void;
  onLeave: (place: string) => void;
}) {
  // The vendor knows it by its name and language.
  const isKnown = stored !== undefined && stored.vendorId !== null;
  return (
    <section className="grid gap-4 rounded-lg border border-line p-4" aria-labelledby="template-details">
      <h2 id="template-details" className="font-semibold">
        {texts.details}
      </h2>
      <Field id={idOf("name")} label={texts.name} required hint={texts.nameHint} error={problemAt("name")}>
        <TextInput
          autoFocus={stored === undefined}
          value={draft.name}
          maxLength={512}
          readOnly={fixed || isKnown}
          onChange={(event) => {
            change({ name: event.target.value });
            onTouch("name");
          }}
          onBlur={() => draft.name && onLeave("name")}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={idOf("channelId")} label={texts.channel} error={problemAt("channelId")}>
          <Select
            value={draft.channelId}
            disabled={stored !== undefined}
            options={
              stored
                ? [{ value: stored.channel.id, label: stored.channel.name }]
                : channels.map(({ id, name }) => ({ value: id, label: name }))
            }
            onChange={(channelId) => {
              change({ channelId });
              onTouch("channelId");
            }}
          />
        </Field>
        <Field id={idOf("language")} label={texts.language} error={problemAt("language")}>
          <Select
            value={draft.language}
            disabled={fixed || isKnown}
            options={languageChoices}
            onChange={(language) => change({ language })}
          />
        </Field>
      </div>
      <div id={idOf("category")} tabIndex={-1} className="grid gap-1">
        <RadioGroup
          legend={texts.category}
          value={draft.category}
          choices={categories.map((value) => ({
            value,
            label: texts.categories[value],
            hint: texts.categoryHints[value],
          }))}
          disabled={fixed}
          onChange={(category) => change({ category })}
        />
        {problemAt("category") && (
          <p className="text-[0.8125rem] font-medium text-danger-ink">{problemAt("category")}</p>
        )}
      </div>
    </section>
  );
}
