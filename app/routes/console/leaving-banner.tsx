import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";

/** Tells on every screen that the enterprise will be deleted, with the way to where that is taken back. */
export function LeavingBanner({ at }: { at: string }) {
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner kind="warning">
        <p>{texts.leaving(formatMoment(at))}</p>
        <ButtonLink to="/admin/details" size="sm" className="mt-2">
          {texts.leavingOpen}
        </ButtonLink>
      </Banner>
    </div>
  );
}
