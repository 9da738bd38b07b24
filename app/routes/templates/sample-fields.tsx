import { templatesTexts as texts } from "#texts/templates.ts";
import { sampleKey, textsWithVariables } from "#workers/contract/templates/places.ts";
import { isApprovedByVendor } from "#workers/contract/templates/template.ts";
import { namesIn } from "#workers/contract/templates/variables.ts";
import { CountedField } from "./counted-field.tsx";
import { useBuilding } from "./template-draft.ts";

/** A sample for each variable, in the order in which they are read. */
export function SampleFields() {
  const { draft, shape, change } = useBuilding();
  const { components } = draft;
  const variables = textsWithVariables(components).flatMap(({ place, text }) =>
    namesIn(text).map((name) => ({ name, place, key: sampleKey(place, name) })),
  );
  if (variables.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{texts.samples}</legend>
      <p className="text-[0.8125rem] text-muted">
        {isApprovedByVendor(shape.type) ? texts.samplesLead : texts.samplesForPreview}
      </p>
      {variables.map(({ name, place, key }) => (
        <CountedField
          key={key}
          place={`samples.${key}`}
          label={texts.sampleOf(`{{${name}}}`, placeName(place))}
          value={components.samples[key] ?? ""}
          onChange={(value) => change({ samples: { ...components.samples, [key]: value } })}
        />
      ))}
    </fieldset>
  );
}

function placeName(place: string): string {
  const card = /^cards\.(\d+)/.exec(place)?.[1];
  if (card !== undefined) return texts.places.card(Number(card) + 1);
  return texts.places[place as "header" | "body" | "bodyBubbleText"];
}
