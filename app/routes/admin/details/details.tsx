import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { FormPage } from "#app/kit/form-page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { can, useSession } from "#app/session/session.ts";
import { getDetails, timezones } from "#workers/contract/endpoints/enterprise.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { Route } from "./+types/details.ts";
import { DataChecksCard } from "./data-checks-card.tsx";
import { DeleteCard } from "./delete-card.tsx";
import { EnterpriseForm } from "./enterprise-form.tsx";
import { ExportCard } from "./export-card.tsx";
import { ResidencyCard } from "./residency-card.tsx";

const { title, lead } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, rows: 8 });

export const clientLoader = prefetched(async () => {
  const [enterprise, zones] = await Promise.all([load(getDetails), load(timezones)]);
  return { enterprise, zones };
});

export default function Details({ loaderData }: Route.ComponentProps) {
  const { answer: enterprise } = useLoaded(loaderData.enterprise);
  const { answer: zones } = useLoaded(loaderData.zones);
  const { profile } = useSession();
  const mayEdit = can(profile, ["ENTERPRISE.EDIT"]);
  const whose = { uId: profile.uId, name: enterprise.name };
  return (
    <FormPage title={title} lead={lead}>
      {!mayEdit && (
        <Banner kind="info" className="mb-4">
          {texts.readOnly}
        </Banner>
      )}
      <p className="mb-4 text-sm text-muted">
        {texts.filesUsed(formatBytes(enterprise.drive.used), formatBytes(enterprise.drive.quota))}
      </p>
      <EnterpriseForm enterprise={enterprise} zones={zones} readOnly={!mayEdit} />
      <ResidencyCard residency={enterprise.residency} />
      <DataChecksCard />
      {mayEdit && isAdministrator(profile.roles) && (
        <>
          <ExportCard {...whose} />
          <DeleteCard {...whose} />
        </>
      )}
    </FormPage>
  );
}
