import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { FormPage } from "#app/kit/form-page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { shellTexts } from "#texts/shell.ts";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import { useSession } from "#app/session/session.ts";
import { getSso } from "#workers/contract/endpoints/single-sign-on.ts";
import { getSignInRules } from "#workers/contract/endpoints/two-factor.ts";
import type { Route } from "./+types/sso.ts";
import { RulesCard } from "./rules-card.tsx";
import { SsoCard } from "./sso-card.tsx";

const page = {
  title: texts.page,
  lead: texts.pageLead,
  crumbs: [{ label: shellTexts.sections.enterprise, to: "/admin/details" }],
};
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...page,
  failed: texts.loadFailed,
  rows: 8,
});

export const clientLoader = prefetched(async () => {
  const [sso, rules] = await Promise.all([load(getSso), load(getSignInRules)]);
  return { sso, rules };
});

/** Sign-in settings of an enterprise: the rules for everybody, and the enterprise's own identity provider. */
export default function SignInSettings({ loaderData }: Route.ComponentProps) {
  const { profile } = useSession();
  const { answer: sso } = useLoaded(loaderData.sso);
  const { answer: rules } = useLoaded(loaderData.rules);
  const mayEdit = profile.permissions.includes("ENTERPRISE.EDIT");
  return (
    <FormPage {...page}>
      <div className="grid max-w-3xl gap-5">
        <RulesCard rules={rules} uId={profile.uId} mayEdit={mayEdit} />
        <SsoCard sso={sso} uId={profile.uId} mayEdit={mayEdit} />
      </div>
    </FormPage>
  );
}
