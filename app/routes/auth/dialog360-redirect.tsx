import { useEffect, useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { token } from "#app/data/api.ts";
import { dialog360Texts as texts } from "#texts/dialog360.ts";
import { can, loadSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import type { Route } from "./+types/dialog360-redirect.ts";

/** Key under which the screen that starts a connection stores its `state` value. */
const STATE_KEY = "dialog360State";
const CHANNEL = "dialog360";

export const meta = () => titleOf(texts.title);

export const loader = (): { may: "yes" | "no" | "signedOut" | undefined } => ({ may: undefined });

export async function clientLoader(): Promise<ReturnType<typeof loader>> {
  if (!token.get()) return { may: "signedOut" };
  const { profile } = await loadSession();
  return { may: can(profile, ["RICHCARDS.VIEW"]) ? "yes" : "no" };
}
clientLoader.hydrate = true as const;

/** Relays its query to the screen that started the connection, if the states match (C-12). */
export default function Dialog360Redirect({ loaderData: { may } }: Route.ComponentProps) {
  const [relayed, setRelayed] = useState<boolean>();
  useEffect(() => {
    if (may !== "yes") return;
    const params = Object.fromEntries(new URLSearchParams(location.search));
    const expected = localStorage.getItem(STATE_KEY);
    const ours = expected !== null && expected !== "" && params["state"] === expected;
    setRelayed(ours);
    // The query is removed from the address and the history.
    history.replaceState(history.state, "", location.pathname);
    if (!ours) return;
    localStorage.removeItem(STATE_KEY);
    const channel = new BroadcastChannel(CHANNEL);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is its own origin's only
    channel.postMessage({ type: "dialog360-redirect", state: expected, params });
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (isClose(data, expected)) window.parent.close();
    });
    return () => channel.close();
  }, [may]);
  return (
    <>
      <h1 tabIndex={-1} className="mb-4 text-2xl font-semibold tracking-tight">
        {texts.title}
      </h1>
      {may === "signedOut" && <Banner kind="warning">{texts.signedOut}</Banner>}
      {may === "no" && <Banner kind="error">{texts.forbidden}</Banner>}
      {relayed === true && (
        <Banner kind="success" live>
          {texts.relayed}
        </Banner>
      )}
      {relayed === false && (
        <Banner kind="warning" live>
          <p>{texts.notOurs}</p>
          <p>{texts.again}</p>
        </Banner>
      )}
    </>
  );
}

const isClose = (data: unknown, state: string): boolean =>
  typeof data === "object" &&
  data !== null &&
  "type" in data &&
  data.type === "close" &&
  "state" in data &&
  data.state === state;
