import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "#app/data/api.ts";
import { FormPage } from "#app/kit/form-page.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { profileTexts as texts } from "#texts/profile.ts";
import { uiTexts } from "#texts/ui.ts";
import { titleOf } from "#app/lib/title.ts";
import { timezones } from "#workers/contract/endpoints/enterprise.ts";
import { getProfile } from "#workers/contract/endpoints/my-profile.ts";
import type { Route } from "./+types/my-profile.ts";
import { AboutCard } from "./profile/about-card.tsx";
import { PasswordCard } from "./profile/password-card.tsx";
import { PictureCard } from "./profile/picture-card.tsx";
import { SoundsCard } from "./profile/sounds-card.tsx";

export const meta = () => titleOf(texts.title);

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [profile, zones] = await Promise.all([call(getProfile, { signal }), call(timezones, { signal })]);
  return { profile, zones };
}

export function HydrateFallback() {
  return (
    <Frame>
      <SkeletonRows rows={6} label={uiTexts.loading} />
    </Frame>
  );
}

export default function MyProfile({ loaderData: { profile, zones } }: Route.ComponentProps) {
  return (
    <Frame>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <PictureCard profile={profile} />
          <AboutCard profile={profile} zones={zones} />
          <PasswordCard profile={profile} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <SoundsCard key={JSON.stringify(profile.audioSettings)} profile={profile} />
          <Card>
            <h2 className="font-semibold">{texts.security}</h2>
            <p className="mt-1 mb-3 text-muted">{texts.securityText}</p>
            <ButtonLink to="/account/security" icon={<ShieldCheck aria-hidden />}>
              {texts.securityOpen}
            </ButtonLink>
          </Card>
        </div>
      </div>
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
