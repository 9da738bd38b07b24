import { Hammer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { call, messageOf, token } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { chatAgentTexts as texts } from "#texts/chat-agent.ts";
import { enterWith, loadSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { exchangeChatCode } from "#workers/contract/endpoints/chat-agent.ts";
import { me, type Profile } from "#workers/contract/endpoints/profile.ts";

export const meta = () => titleOf(texts.title);

type State =
  | { at: "busy" }
  /** A link arrived while somebody is signed in here: it does not replace their session without asking. */
  | { at: "asking"; code: string; name: string }
  | { at: "in"; name: string }
  | { at: "out" }
  | { at: "failed"; text: string };

/** /chatagent: another system opens it with a one-time code, which is removed from the address and exchanged. */
export default function ChatAgent() {
  const [state, setState] = useState<State>({ at: "busy" });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const query = new URLSearchParams(location.search);
    const code = query.get("chatRefId") ?? query.get("authToken");
    history.replaceState(null, "", location.pathname);
    void begin(code).then(setState);
  }, []);

  const replace = (code: string) => {
    setState({ at: "busy" });
    void exchange(code).then(setState);
  };

  return (
    <>
      <h1 tabIndex={-1} className="mb-4 text-2xl font-semibold tracking-tight">
        {state.at === "asking" ? texts.replaceTitle : texts.title}
      </h1>
      {state.at === "busy" && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="size-5" />
          {texts.exchanging}
        </p>
      )}
      {state.at === "asking" && (
        <Card>
          <p>{texts.replaceText(state.name)}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button autoFocus onClick={() => setState({ at: "in", name: state.name })}>
              {texts.stay(state.name)}
            </Button>
            <Button tone="primary" onClick={() => replace(state.code)}>
              {texts.replace}
            </Button>
          </div>
        </Card>
      )}
      {state.at === "in" && (
        <Card className="flex flex-col items-center gap-3 px-6 py-12 text-center">
          <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
            <Hammer aria-hidden className="size-6" />
          </span>
          <p role="status" className="font-semibold">
            {texts.signedInAs(state.name)}
          </p>
          <p className="max-w-md text-muted">{texts.coming}</p>
          <ButtonLink to="/dashboard">{texts.toConsole}</ButtonLink>
        </Card>
      )}
      {(state.at === "failed" || state.at === "out") && (
        <div className="grid gap-4">
          <Banner kind={state.at === "failed" ? "error" : "info"} live>
            {state.at === "failed" ? state.text : texts.notSignedIn}
          </Banner>
          <ButtonLink to="/login?next=%2Fchatagent" tone="primary" size="lg">
            {texts.signIn}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

async function begin(code: string | null): Promise<State> {
  const name = token.get() === null ? undefined : await nameHere();
  if (code === null) return name === undefined ? { at: "out" } : { at: "in", name };
  return name === undefined ? exchange(code) : { at: "asking", code, name };
}

/** Undefined when the token is no longer valid. Bypasses app/data/api.ts, which would redirect to the sign-in page. */
async function nameHere(): Promise<string | undefined> {
  const response = await fetch(`/api${me.path}`, {
    headers: { "authentication-token": token.get() ?? "" },
  }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { response: profile } = (await response.json()) as { response: Profile };
  return profile.name;
}

async function exchange(code: string): Promise<State> {
  try {
    enterWith(await call(exchangeChatCode, { body: { code } }));
    return { at: "in", name: (await loadSession()).profile.name };
  } catch (error) {
    return { at: "failed", text: messageOf(error) };
  }
}
