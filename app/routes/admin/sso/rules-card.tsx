import { useState } from "react";
import { call } from "#app/data/api.ts";
import { put } from "#app/data/query.ts";
import { ConfirmIdentity } from "#app/components/confirm-identity.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields, useStored } from "#app/components/ui/use-fields.ts";
import { useMarked } from "#app/drafts/unsaved.ts";
import { useSession } from "#app/session/session.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import { uiTexts } from "#texts/ui.ts";
import { getSignInRules, saveSignInRules, type SignInRules } from "#workers/contract/endpoints/two-factor.ts";

/** The sign-in rules for everybody. */
export function RulesCard({ rules, uId, mayEdit }: { rules: SignInRules; uId: string; mayEdit: boolean }) {
  const toast = useToast();
  const { features } = useSession();
  const form = useFields(rules, () => ({}));
  useStored(rules, form, (stored) => stored);
  const { values, edited, set } = form;
  useMarked(edited);
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <h2 className="text-base font-semibold">{texts.rulesTitle}</h2>
      <p className="mt-1 text-muted">{texts.rulesLead}</p>
      <div className="mt-4 grid gap-3">
        {(features.twoFactor || rules.twoFactorRequired) && (
          <Checkbox
            label={texts.requireAll}
            hint={texts.requireAllHint}
            checked={values.twoFactorRequired}
            disabled={!mayEdit}
            onChange={(on) => set("twoFactorRequired", on)}
          />
        )}
        <Checkbox
          label={texts.singleSession}
          hint={texts.singleSessionHint}
          checked={values.singleSession}
          disabled={!mayEdit}
          onChange={(on) => set("singleSession", on)}
        />
      </div>
      {mayEdit && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            tone="primary"
            disabledReason={!edited ? uiTexts.unchanged : undefined}
            onClick={() => setAsking(true)}
          >
            {texts.saveRules}
          </Button>
          <Button disabledReason={!edited ? uiTexts.unchanged : undefined} onClick={() => form.reset()}>
            {uiTexts.discard}
          </Button>
        </div>
      )}
      <ConfirmIdentity
        open={asking}
        uId={uId}
        withCode
        run={async (confirmation) => {
          const saved = await call(saveSignInRules, { body: { ...values, ...confirmation } });
          put(getSignInRules, {}, saved);
          form.reset(saved);
          toast.success(texts.rulesSaved);
        }}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}
