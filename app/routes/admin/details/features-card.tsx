import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { idOf } from "./enterprise-draft.ts";
import type { EnterpriseControl } from "./use-enterprise-draft.ts";

/** Switches for the features that this installation offers. */
export function FeaturesCard({
  control: { draft, problems, change },
  offered,
  readOnly,
}: {
  control: EnterpriseControl;
  offered: FeatureFlags;
  readOnly: boolean;
}) {
  const names = Object.keys(texts.featureNames) as (keyof FeatureFlags)[];
  return (
    <Card>
      <h2 className="font-semibold" id={idOf("features")} tabIndex={-1}>
        {texts.features}
      </h2>
      <p className="mt-1 mb-3 text-muted">{texts.featuresHint}</p>
      {problems.features && <p className="mb-3 font-medium text-danger-ink">{problems.features}</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={texts.featureNames[name]}
            hint={offered[name] ? texts.featureHints[name] : texts.featureNotOffered}
            checked={draft.features[name]}
            disabled={readOnly || !offered[name]}
            onChange={(checked) => change({ features: { ...draft.features, [name]: checked } })}
          />
        ))}
      </div>
    </Card>
  );
}
