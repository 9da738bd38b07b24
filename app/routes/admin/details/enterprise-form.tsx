import { ShieldCheck } from "lucide-react";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { LongForm } from "#app/kit/long-form.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { listProblems } from "#app/data/problems.ts";
import type { Enterprise } from "#workers/contract/endpoints/enterprise.ts";
import { DetailsCard } from "./details-card.tsx";
import { differencesOf, idOf, labels, fieldNames } from "./enterprise-draft.ts";
import { FeaturesCard } from "./features-card.tsx";
import { LookCard } from "./look-card.tsx";
import { useEnterpriseDraft } from "./use-enterprise-draft.ts";

/** The whole enterprise as one form with one Save button: its parts are seen and changed together. */
export function EnterpriseForm({
  enterprise,
  zones,
  readOnly,
}: {
  enterprise: Enterprise;
  zones: readonly string[];
  readOnly: boolean;
}) {
  const control = useEnterpriseDraft(enterprise);
  const { problems, failure, theirs, round } = control;
  const listed = listProblems(fieldNames, problems, labels, idOf);
  return (
    <LongForm
      onSend={() => void control.save()}
      restored={control.restored ? { text: texts.draftRestored, onDiscard: () => control.load() } : undefined}
      buttons={
        !readOnly && (
          <>
            {control.edited && <Button onClick={() => control.load()}>{texts.discard}</Button>}
            <Button type="submit" tone="primary" busy={control.busy}>
              {texts.save}
            </Button>
          </>
        )
      }
    >
      {theirs ? (
        <ChangedMeanwhile
          text={failure}
          differences={differencesOf(theirs, control.draft)}
          onLoad={() => control.load(theirs)}
          onKeep={() => void control.save(theirs.revision)}
        />
      ) : (
        listed.length === 0 && <Failure text={failure} />
      )}
      <ErrorSummary problems={round > 0 ? listed : []} round={round} />
      <DetailsCard {...{ control, zones, readOnly }} linkProof={enterprise.linkProof} />
      <LookCard control={control} readOnly={readOnly} />
      <FeaturesCard control={control} offered={enterprise.offered} readOnly={readOnly} />
      <Card>
        <h2 className="font-semibold">{texts.security}</h2>
        <p className="mt-1 mb-3 text-muted">{texts.securityText}</p>
        <ButtonLink to="/admin/sso" icon={<ShieldCheck aria-hidden />}>
          {texts.securityOpen}
        </ButtonLink>
      </Card>
    </LongForm>
  );
}
