import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call, messageOf, token } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { chatAgentTexts as texts } from "#texts/chat-agent.ts";
import { tellHost, useEmbedders } from "#app/lib/host-page.ts";
import { useHydrated } from "#app/lib/store.ts";
import { titleOf } from "#app/lib/title.ts";
import { isFramed, WORKSPACE } from "#app/lib/workspace.ts";
import { type Arrival, takeArrival } from "#app/session/arrival.ts";
import { enterWith } from "#app/session/session.ts";
import { exchangeChatCode } from "#workers/contract/endpoints/chat-agent.ts";
import { me, type Profile } from "#workers/contract/endpoints/profile.ts";

export const meta = () => titleOf(texts.title);

type State =
  | { at: "busy" }
  /** A link arrived while somebody is signed in here: it does not replace their session without asking. */
  | { at: "asking"; arrival: Arrival; name: string }
  | { at: "in"; to: string }
  | { at: "out"; text: string }
  | { at: "failed"; text: string };

/** The door of the chat workspace: exchanges the one-time code of another system, and is where a session has ended. */
export default function ChatAgent() {
  const [state, setState] = useState<State>({ at: "busy" });
  const navigate = useNavigate();
  const embedders = useEmbedders();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void begin(takeArrival()).then(setState);
  }, []);
  useEffect(() => {
    if (state.at === "in") void navigate(state.to, { replace: true });
    if (state.at === "out") tellHost(embedders, { type: "chatbird:session-ended" });
  }, [state, navigate, embedders]);
  useEffect(() => {
    // Somebody has signed in in another tab of this browser.
    const onStorage = () => token.get() !== null && setState({ at: "in", to: WORKSPACE });
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, []);

  const replace = (arrival: Arrival) => {
    setState({ at: "busy" });
    void exchange(arrival).then(setState);
  };

  return (
    <>
      <h1 tabIndex={-1} className="mb-4 text-2xl font-semibold tracking-tight">
        {state.at === "asking" ? texts.replaceTitle : texts.title}
      </h1>
      {(state.at === "busy" || state.at === "in") && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="size-5" />
          {texts.exchanging}
        </p>
      )}
      {state.at === "asking" && (
        <Card>
          <p>{texts.replaceText(state.name)}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button autoFocus onClick={() => setState({ at: "in", to: state.arrival.next })}>
              {texts.stay(state.name)}
            </Button>
            <Button tone="primary" onClick={() => replace(state.arrival)}>
              {texts.replace}
            </Button>
          </div>
        </Card>
      )}
      {(state.at === "failed" || state.at === "out") && (
        <div className="grid gap-4">
          <Banner kind={state.at === "failed" ? "error" : "info"} live>
            {state.text}
          </Banner>
          <SignIn />
        </div>
      )}
    </>
  );
}

/** No frame of another site shows the page on which a password is typed. */
function SignIn() {
  const framed = useHydrated() && isFramed();
  return (
    <ButtonLink
      to="/login?next=%2Fchatagent"
      tone="primary"
      size="lg"
      {...(framed && { target: "_blank", rel: "noopener" })}
    >
      {framed ? texts.signInElsewhere : texts.signIn}
    </ButtonLink>
  );
}

/** Why somebody has no session here, as the address says. */
function outHere(): State {
  const ended = new URLSearchParams(location.search).get("ended") ?? "";
  const text = Object.entries<string>(texts.endings).find(([name]) => name === ended)?.[1];
  return { at: "out", text: text ?? texts.notSignedIn };
}

async function begin(arrival: Arrival | undefined): Promise<State> {
  const name = token.get() === null ? undefined : await nameHere();
  if (!arrival) return name === undefined ? outHere() : { at: "in", to: WORKSPACE };
  return name === undefined ? exchange(arrival) : { at: "asking", arrival, name };
}

/** Undefined when the token is no longer valid. Bypasses app/data/api.ts, which would end the session here. */
async function nameHere(): Promise<string | undefined> {
  const response = await fetch(`/api${me.path}`, {
    headers: { "authentication-token": token.get() ?? "" },
  }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { response: profile } = (await response.json()) as { response: Profile };
  return profile.name;
}

async function exchange({ code, next }: Arrival): Promise<State> {
  try {
    enterWith(await call(exchangeChatCode, { body: { code } }));
    return { at: "in", to: next };
  } catch (error) {
    return { at: "failed", text: messageOf(error) };
  }
}
