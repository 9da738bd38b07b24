import { type ReactNode, useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { templatesTexts } from "#texts/templates.ts";
import { uiTexts } from "#texts/ui.ts";
import { listTemplates, type MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import { type TemplateType, templateTypes } from "#workers/contract/templates/template.ts";
import { withoutTemplate } from "./broadcast-draft.ts";
import { useForm, useIdOf } from "./form-context.ts";
import { Section } from "./section.tsx";
import { APPROVED, useChannels } from "./use-channels.ts";

const texts = broadcastsTexts.form;
const SEARCH_MS = 300;

/** Channel and template. Another channel takes the template away, as the specification says. */
export function WhatFields({
  title = texts.what,
  types = templateTypes,
  note,
  named,
  aside,
}: {
  title?: string;
  /** Channel types that are offered. */
  types?: readonly TemplateType[];
  /** Why others are not. */
  note?: string | undefined;
  /** The field with the name; it is the first thing of the section where it has to be given. */
  named?: { label: string; hint?: string; required?: boolean };
  aside?: ReactNode;
}) {
  const { draft, change, problemAt, leave } = useForm();
  const { type, channelId } = draft;
  const { answer, failure } = useChannels(type);
  const channels = answer?.channels ?? [];
  const idOf = useIdOf();
  const nameField = named && (
    <Field
      id={idOf("name")}
      label={named.label}
      {...(named.hint && { hint: named.hint })}
      error={problemAt("name")}
      required={named.required ?? false}
    >
      <TextInput
        value={draft.name}
        maxLength={100}
        onChange={({ target }) => change({ name: target.value }, "name")}
        onBlur={() => leave("name")}
      />
    </Field>
  );
  return (
    <Section title={title} aside={aside}>
      {named?.required && nameField}
      <RadioGroup
        inline
        legend={texts.channelType}
        value={String(type)}
        choices={types.map((each) => ({ value: String(each), label: templatesTexts.types[each] }))}
        onChange={(next) => {
          const chosen = templateTypes.find((each) => String(each) === next);
          if (chosen !== undefined) change({ ...withoutTemplate, type: chosen, channelId: "" }, "channel");
        }}
      />
      {note && <Note>{note}</Note>}
      <Failure text={answer ? "" : failure?.message} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={idOf("channel")} label={texts.channel} error={problemAt("channel")} required>
          <Select
            value={channelId}
            options={[
              { value: "", label: uiTexts.choose },
              ...channels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(next) => change({ ...withoutTemplate, channelId: next }, "channel", "template")}
          />
          {answer && channels.length === 0 && <Note>{texts.noChannels}</Note>}
        </Field>
        <TemplateField key={channelId} />
      </div>
      {!named?.required && nameField}
    </Section>
  );
}

/** The templates of the draft's channel that its vendor has approved. */
export function TemplateField() {
  const { draft, change, problemAt } = useForm();
  const { channelId, template } = draft;
  const idOf = useIdOf();
  const [typed, setTyped] = useState("");
  const name = useSettled(typed, SEARCH_MS);
  const { answer, asking, failure } = useQueryOf(
    listTemplates,
    { query: { channelId, name, status: APPROVED } },
    { enabled: channelId !== "", keepsLast: true },
  );
  const templates = answer?.templates ?? [];
  const below = failure
    ? texts.failed
    : asking
      ? uiTexts.loading
      : answer?.more
        ? uiTexts.typeToFind
        : undefined;
  const choose = ({ id, name: its, language, category, components }: MessageTemplate) =>
    change(
      { ...withoutTemplate, template: { id, name: its, language, category, components } },
      "template",
      "media",
    );
  const note = template
    ? texts.templateHint(template.language, templatesTexts.categories[template.category])
    : answer && name === "" && templates.length === 0
      ? texts.noTemplates
      : undefined;
  return (
    <Field id={idOf("template")} label={texts.template} error={problemAt("template")} required>
      <Combobox
        value={template?.id ?? null}
        disabled={channelId === ""}
        choices={templates.map(({ id, name: its, language }) => ({ value: id, label: its, hint: language }))}
        chosenLabel={template?.name ?? ""}
        note={below}
        onQuery={setTyped}
        onChange={(id) => {
          const chosen = templates.find((each) => each.id === id);
          if (chosen && chosen.id !== template?.id) choose(chosen);
        }}
      />
      {note && <Note>{note}</Note>}
    </Field>
  );
}

/** Below its control, so that the controls beside each other stay in line. */
const Note = ({ children }: { children: string }) => (
  <p role="status" className="text-[0.8125rem] text-muted">
    {children}
  </p>
);
