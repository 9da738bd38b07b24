import { ShieldCheck } from "lucide-react";
import type { FormEvent } from "react";
import { ChangedMeanwhile } from "#app/components/changed-meanwhile.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import * as messages from "#app/messages.ts";
import { listProblems } from "#app/problems.ts";
import { useStore } from "#app/store.ts";
import { useUnsaved } from "#app/unsaved.ts";
import type { Enterprise } from "#workers/contract/endpoints/enterprise.ts";
import { DetailsCard } from "./details-card.tsx";
import { differencesOf, idOf, labels, places } from "./enterprise-draft.ts";
import { FeaturesCard } from "./features-card.tsx";
import { LookCard } from "./look-card.tsx";
import { useEnterpriseDraft } from "./use-enterprise-draft.ts";

const texts = messages.enterprise;

/** All of the enterprise as one form with one Save: its parts are seen and changed together. */
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
  const hint = useStore(useUnsaved().hint, "");
  const { problems, failure, theirs, round } = control;
  const listed = listProblems(places, problems, labels, idOf);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void control.save();
  };

  return (
    <form noValidate onSubmit={send} className={formClass}>
      {control.restored && (
        <Banner
          kind="info"
          actions={
            <Button size="sm" onClick={() => control.load()}>
              {messages.ui.discard}
            </Button>
          }
        >
          {texts.draftRestored}
        </Banner>
      )}
      {hint && <Banner kind="warning">{hint}</Banner>}
      {theirs ? (
        <ChangedMeanwhile
          text={failure}
          differences={differencesOf(theirs, control.draft)}
          onLoad={() => control.load(theirs)}
          onKeep={() => void control.save(theirs.revision)}
        />
      ) : (
        failure &&
        listed.length === 0 && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )
      )}
      <ErrorSummary problems={round > 0 ? listed : []} round={round} />
      <DetailsCard control={control} zones={zones} readOnly={readOnly} />
      <LookCard control={control} readOnly={readOnly} />
      <FeaturesCard control={control} offered={enterprise.offered} readOnly={readOnly} />
      <Card>
        <h2 className="font-semibold">{texts.security}</h2>
        <p className="mt-1 mb-3 text-muted">{texts.securityText}</p>
        <ButtonLink to="/admin/sso" icon={<ShieldCheck aria-hidden />}>
          {texts.securityOpen}
        </ButtonLink>
      </Card>
      {!readOnly && (
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3">
          {control.edited && <Button onClick={() => control.load()}>{texts.discard}</Button>}
          <Button type="submit" tone="primary" busy={control.busy}>
            {texts.save}
          </Button>
        </div>
      )}
    </form>
  );
}

/** What has the focus keeps clear of the buttons that stay in sight. */
const formClass =
  "grid grid-cols-1 gap-4 [&_input]:scroll-mb-20 [&_select]:scroll-mb-20 [&_textarea]:scroll-mb-20";
