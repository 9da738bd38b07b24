import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "#app/data/api.ts";
import { errorsTexts } from "#texts/errors.ts";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import { safePath } from "#app/session/safe-path.ts";
import { enterWith } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { validateOauth } from "#workers/contract/endpoints/single-sign-on.ts";
import { takeState } from "./sso-state.ts";
import { SsoWaiting } from "./sso-waiting.tsx";

export const meta = () => titleOf(texts.title);

/** The provider's redirect target: its response is in the fragment, which is removed at once and posted. */
export default function SsoCallback() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    finish().then(
      (path) => navigate(path, { replace: true }),
      (error: unknown) => setFailure(error instanceof Error ? error.message : errorsTexts.internal),
    );
  }, [navigate]);
  return <SsoWaiting failure={failure} doing={texts.arriving} />;
}

/** Removes the response from the address and exchanges it; returns the path to go to. Throws with a sentence. */
async function finish(): Promise<string> {
  const brought = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  const [code, state, iss] = ["code", "state", "iss"].map((name) => brought.get(name));
  if (!code || !state) throw new Error(texts.refusedThere);
  if (!takeState(state)) throw new Error(texts.otherBrowser);
  const entered = await call(validateOauth, { body: { code, state, ...(iss && { iss }) } });
  enterWith(entered);
  return safePath(entered.next);
}
