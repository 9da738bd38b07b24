import { useEffect, useRef, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { ApiError, call } from "#app/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import * as messages from "#app/messages.ts";
import { titleOf } from "#app/title.ts";
import { startSso } from "#workers/contract/endpoints/single-sign-on.ts";
import { keepState } from "./sso-state.ts";

const texts = messages.singleSignOn;

export const meta = () => titleOf(texts.title);

/** /{enterprise}/redirect: takes the browser to the enterprise's own sign-in page. */
export default function SsoRedirect() {
  const { id = "" } = useParams();
  const next = useSearchParams()[0].get("next") ?? "";
  const [failure, setFailure] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    // Each beginning is a state of its own: React's second mounting in development must not make another.
    if (begun.current) return;
    begun.current = true;
    call(startSso, { body: { id, next } }).then(
      ({ address, state }) => {
        keepState(state);
        location.replace(address);
      },
      (error: unknown) => setFailure(error instanceof ApiError ? error.message : messages.errors.internal),
    );
  }, [id, next]);
  return (
    <>
      <h1 tabIndex={-1} className="mb-4 text-2xl font-semibold tracking-tight">
        {texts.title}
      </h1>
      {failure ? (
        <div className="grid gap-4">
          <Banner kind="error" live>
            {failure}
          </Banner>
          <ButtonLink to="/login" size="lg" tone="primary">
            {texts.withPassword}
          </ButtonLink>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="size-5" />
          {texts.leaving}
        </p>
      )}
    </>
  );
}
