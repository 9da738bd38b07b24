import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { type Dlt, dltHeaders } from "#workers/contract/templates/template.ts";
import { CountedField } from "./counted-field.tsx";
import { idOf, useBuilding } from "./template-draft.ts";

const NOTHING: Dlt = { templateId: "", header: "", links: [] };
const HEADERS = [
  { value: "" as const, label: texts.dltHeaderNone },
  ...dltHeaders.map((value) => ({ value, label: texts.dltHeaders[value] })),
];

/** An SMS of India: its words as they are registered, and what they are registered under. */
export function SmsFields() {
  const { draft, shape, change, fixed, problemAt, leave } = useBuilding();
  const { body, dlt: stored } = draft.components;
  const dlt = stored ?? NOTHING;
  const set = (part: Partial<Dlt>) => change({ dlt: { ...dlt, ...part } });
  const { parts, encoding } = smsParts(body.text);
  const wrongLink = dlt.links.findIndex((_, index) => problemAt(`dlt.links.${index}`));
  return (
    <>
      <CountedField
        lines
        required
        place="body.text"
        label={texts.body}
        hint={texts.smsHint}
        value={body.text}
        most={shape.body}
        onChange={(text) => change({ body: { text } })}
      />
      <p role="status" className="text-[0.8125rem] text-muted">
        {texts.smsParts(parts, encoding)}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountedField
          required
          place="dlt.templateId"
          label={texts.dltId}
          value={dlt.templateId}
          onChange={(templateId) => set({ templateId: templateId.trim() })}
        />
        <Field id={idOf("dlt.header")} label={texts.dltHeader} required error={problemAt("dlt.header")}>
          <Select
            value={dlt.header}
            disabled={fixed}
            options={HEADERS}
            onChange={(header) => {
              set({ header });
              leave("dlt.header");
            }}
          />
        </Field>
      </div>
      <Field
        id={idOf(`dlt.links.${Math.max(wrongLink, 0)}`)}
        label={texts.dltLinks}
        hint={texts.dltLinksHint}
        error={wrongLink < 0 ? undefined : problemAt(`dlt.links.${wrongLink}`)}
      >
        <Textarea
          value={dlt.links.join("\n")}
          readOnly={fixed}
          onChange={(event) =>
            set({ links: event.target.value === "" ? [] : event.target.value.split("\n") })
          }
          onBlur={() => {
            set({ links: dlt.links.map((link) => link.trim()).filter(Boolean) });
            for (const index of dlt.links.keys()) leave(`dlt.links.${index}`);
          }}
        />
      </Field>
    </>
  );
}
