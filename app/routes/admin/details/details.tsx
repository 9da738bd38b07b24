import type { ReactNode } from "react";
import { call } from "#app/api.ts";
import { FormPage } from "#app/components/form-page.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import * as messages from "#app/messages.ts";
import { can, useSession } from "#app/session.ts";
import { titleOf } from "#app/title.ts";
import { getDetails, timezones } from "#workers/contract/endpoints/enterprise.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { Route } from "./+types/details.ts";
import { EnterpriseForm } from "./enterprise-form.tsx";

const texts = messages.enterprise;

export const meta = () => titleOf(texts.title);

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [enterprise, zones] = await Promise.all([call(getDetails, { signal }), call(timezones, { signal })]);
  return { enterprise, zones };
}

export function HydrateFallback() {
  return (
    <Frame>
      <SkeletonRows rows={8} label={messages.ui.loading} />
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
      <LoadFailure error={error} title={messages.ui.failed} />
    </Frame>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <FormPage title={texts.title} lead={texts.lead}>
    {children}
  </FormPage>
);
