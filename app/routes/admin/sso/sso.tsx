import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { shellTexts } from "#texts/shell.ts";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import { useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { getSso } from "#workers/contract/endpoints/single-sign-on.ts";
import { getSignInRules } from "#workers/contract/endpoints/two-factor.ts";
import type { Route } from "./+types/sso.ts";
import { RulesCard } from "./rules-card.tsx";
import { SsoCard } from "./sso-card.tsx";

const crumbs = [{ label: shellTexts.sections.enterprise, to: "/admin/details" }];

export const meta = () => titleOf(texts.page);

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [sso, rules] = await Promise.all([call(getSso, { signal }), call(getSignInRules, { signal })]);
  return { sso, rules };
}

export function HydrateFallback() {
  return (
    <Page title={texts.page} lead={texts.pageLead} crumbs={crumbs}>
      <SkeletonRows rows={8} />
    </Page>
  );
}

/** Sign-in settings of an enterprise: the rules for everybody, and the enterprise's own identity provider. */
export default function SignInSettings({ loaderData: { sso, rules } }: Route.ComponentProps) {
  const { profile } = useSession();
  const mayEdit = profile.permissions.includes("ENTERPRISE.EDIT");
  return (
    <Page title={texts.page} lead={texts.pageLead} crumbs={crumbs}>
      <div className="grid max-w-3xl gap-5">
        <RulesCard rules={rules} uId={profile.uId} mayEdit={mayEdit} />
        <SsoCard sso={sso} uId={profile.uId} mayEdit={mayEdit} />
      </div>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.page} lead={texts.pageLead} crumbs={crumbs}>
      <LoadFailure error={error} title={texts.loadFailed} />
    </Page>
  );
}
