import { ShieldCheck } from "lucide-react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { FormPage } from "#app/kit/form-page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { profileTexts as texts } from "#texts/profile.ts";
import { timezones } from "#workers/contract/endpoints/enterprise.ts";
import { getProfile } from "#workers/contract/endpoints/my-profile.ts";
import type { Route } from "./+types/my-profile.ts";
import { AboutCard } from "./profile/about-card.tsx";
import { PasswordCard } from "./profile/password-card.tsx";
import { PictureCard } from "./profile/picture-card.tsx";
import { SoundsCard } from "./profile/sounds-card.tsx";

const { title, lead } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead });

export const clientLoader = prefetched(async () => {
  const [profile, zones] = await Promise.all([load(getProfile), load(timezones)]);
  return { profile, zones };
});

export default function MyProfile({ loaderData }: Route.ComponentProps) {
  const { answer: profile } = useLoaded(loaderData.profile);
  const { answer: zones } = useLoaded(loaderData.zones);
  return (
    <FormPage title={title} lead={lead}>
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
    </FormPage>
  );
}
