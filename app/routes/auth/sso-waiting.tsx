import { Failure } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";

/** Shown on the way to a provider or back from it; on failure, gives the reason and another way to sign in. */
export function SsoWaiting({ failure, doing }: { failure: string | undefined; doing: string }) {
  return (
    <>
      <h1 tabIndex={-1} className="mb-4 text-2xl font-semibold tracking-tight">
        {texts.title}
      </h1>
      {failure ? (
        <div className="grid gap-4">
          <Failure text={failure} />
          <ButtonLink to="/login" size="lg" tone="primary">
            {texts.withPassword}
          </ButtonLink>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="size-5" />
          {doing}
        </p>
      )}
    </>
  );
}
