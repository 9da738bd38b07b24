import type { ReactNode } from "react";
import { call } from "#app/data/api.ts";
import { FormPage } from "#app/kit/form-page.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { uiTexts } from "#texts/ui.ts";
import { can, useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { getDetails, timezones } from "#workers/contract/endpoints/enterprise.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { Route } from "./+types/details.ts";
import { EnterpriseForm } from "./enterprise-form.tsx";

export const meta = () => titleOf(texts.title);

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [enterprise, zones] = await Promise.all([call(getDetails, { signal }), call(timezones, { signal })]);
  return { enterprise, zones };
}

export function HydrateFallback() {
  return (
    <Frame>
      <SkeletonRows rows={8} label={uiTexts.loading} />
    </Frame>
  );
}

export default function Details({ loaderData: { enterprise, zones } }: Route.ComponentProps) {
  const mayEdit = can(useSession().profile, ["ENTERPRISE.EDIT"]);
  return (
    <Frame>
      {!mayEdit && (
        <Banner kind="info" className="mb-4">
          {texts.readOnly}
        </Banner>
      )}
      <p className="mb-4 text-sm text-muted">
        {texts.filesUsed(formatBytes(enterprise.drive.used), formatBytes(enterprise.drive.quota))}
      </p>
      <EnterpriseForm enterprise={enterprise} zones={zones} readOnly={!mayEdit} />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <LoadFailure error={error} title={uiTexts.failed} />
    </Frame>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <FormPage title={texts.title} lead={texts.lead}>
    {children}
  </FormPage>
);
