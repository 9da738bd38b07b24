import { useEffect, useRef, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { call, messageOf } from "#app/data/api.ts";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import { titleOf } from "#app/lib/title.ts";
import { startSso } from "#workers/contract/endpoints/single-sign-on.ts";
import { keepState } from "./sso-state.ts";
import { SsoWaiting } from "./sso-waiting.tsx";

export const meta = () => titleOf(texts.title);

/** /{enterprise}/redirect: takes the browser to the enterprise's own sign-in page. */
export default function SsoRedirect() {
  const { id = "" } = useParams();
  const next = useSearchParams()[0].get("next") ?? "";
  const [failure, setFailure] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    // Each start creates a new state; React's second mount in development must not create another.
    if (begun.current) return;
    begun.current = true;
    call(startSso, { body: { id, next } }).then(
      ({ address, state }) => {
        keepState(state);
        location.replace(address);
      },
      (error: unknown) => setFailure(messageOf(error)),
    );
  }, [id, next]);
  return <SsoWaiting failure={failure} doing={texts.leaving} />;
}
