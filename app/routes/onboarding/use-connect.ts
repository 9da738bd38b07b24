import { useEffect, useRef, useState } from "react";
import { call, messageOf } from "#app/data/api.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import {
  embeddedSignup,
  type Onboarding,
  partnerPermissions,
} from "#workers/contract/endpoints/onboarding.ts";

/** Where the page that the partner leads back to finds the word that it must bring, and the channel that it tells. */
const STATE_KEY = "dialog360State";
const CHANNEL = "dialog360";

/**
 * The partner's window: opened by the press itself, since browsers block any other; what it hands back comes over the
 * broadcast channel, and the window is told to close.
 */
export function useConnect(id: string, onPermitted: (onboarding: Onboarding) => void) {
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState("");
  const state = useRef("");
  const latest = useRef(onPermitted);
  useEffect(() => {
    latest.current = onPermitted;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const answer = answerIn(data);
      if (answer?.state !== state.current || state.current === "") return;
      state.current = "";
      setWaiting(false);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is its own origin's only
      channel.postMessage({ type: "close", state: answer.state });
      const { client } = answer.params;
      if (!client) return setFailure(texts.revoked);
      call(embeddedSignup, { body: { id, state: answer.state, client } }).then(
        (onboarding) => latest.current(onboarding),
        (error: unknown) => setFailure(messageOf(error)),
      );
    });
    return () => channel.close();
  }, [id]);

  const connect = async () => {
    setFailure("");
    const opened = window.open("", "waba-partner", "popup,width=720,height=760");
    if (!opened) return setFailure(texts.blocked);
    setWaiting(true);
    try {
      const asked = await call(partnerPermissions, { body: { id } });
      state.current = asked.state;
      localStorage.setItem(STATE_KEY, asked.state);
      opened.location.href = asked.url;
    } catch (error) {
      opened.close();
      setWaiting(false);
      setFailure(messageOf(error));
    }
  };
  return { waiting, failure, connect };
}

function answerIn(data: unknown): { state: string; params: Record<string, string> } | undefined {
  if (typeof data !== "object" || data === null || !("type" in data)) return undefined;
  if (data.type !== "dialog360-redirect" || !("state" in data) || !("params" in data)) return undefined;
  return { state: String(data.state), params: data.params as Record<string, string> };
}
