import type { DirectoryDb } from "#db/client.ts";
import type { PushWork } from "#workers/contract/push.ts";
import type { PushTerms } from "#workers/outbound/web-push.ts";
import type { Ctx } from "../ctx.ts";
import { digest } from "../identity/digest.ts";
import { type Notice, noticesOf } from "./news.ts";
import { type Outcome, type PushDeps, sendPush } from "./send.ts";

/** The platform allows six calls at a time, and each may look up its name beside. */
const AT_ONCE = 6;
/** A push service that does not take it is asked so often in all. */
export const MOST_TRIES = 4;
const FIRST_WAIT = 30;

const GONE =
  "DELETE FROM push_subscriptions WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2))";
const TAKEN =
  "UPDATE push_subscriptions SET last_ok_at = ?3 WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2))";

/** A second try for some browsers. */
export interface Again {
  work: PushWork;
  seconds: number;
}

/** Tells browsers of live events, forgets those that are gone, and answers what is to be tried again. */
export async function deliverNews(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  directory: DirectoryDb,
  deps: PushDeps,
  work: PushWork,
): Promise<Again[]> {
  const notices = await noticesOf(ctx, directory, work);
  if (notices.length === 0) return [];
  const outcomes = await sendAll(deps, notices);
  const idsOf = (kind: Outcome["kind"]) => [
    ...new Set(outcomes.flatMap(([id, outcome]) => (outcome.kind === kind ? [id] : []))),
  ];
  const [gone, taken] = [idsOf("gone"), idsOf("taken")];
  const bound = (text: string, ids: readonly string[], ...values: unknown[]) =>
    ctx.db.$client.prepare(text).bind(ctx.enterpriseId, JSON.stringify(ids), ...values);
  await ctx.db.$client.batch([bound(GONE, gone), bound(TAKEN, taken, ctx.now())]);
  const refused = outcomes.flatMap(([, outcome]) => (outcome.kind === "refused" ? [outcome.why] : []));
  if (refused.length > 0)
    console.log(
      JSON.stringify({
        level: "warn",
        source: "push",
        enterpriseId: ctx.enterpriseId,
        refused: [...new Set(refused)],
      }),
    );
  return again(work, outcomes);
}

async function sendAll(
  deps: PushDeps,
  notices: readonly Notice[],
): Promise<[id: string, outcome: Outcome][]> {
  const left = notices.values();
  const outcomes: [string, Outcome][] = [];
  // The browsers of one push service share its name, which is looked up once.
  const names = new Map<string, Promise<string[]>>();
  const resolve = (host: string): Promise<string[]> => {
    const known = names.get(host) ?? deps.resolve(host);
    names.set(host, known);
    return known;
  };
  const sendSome = async () => {
    for (const { browser, payload, kind } of left) {
      outcomes.push([
        browser.id,
        await sendPush({ ...deps, resolve }, browser, payload, termsOf(kind, payload.chatId)),
      ]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  return outcomes;
}

/** A person who waits is soon with somebody else; one's own chats can wait for a phone that is off. */
const termsOf = (kind: Notice["kind"], chatId: string): PushTerms => ({
  ttl: kind === "new" ? 10 * 60 : 3_600,
  urgency: "high",
  topic: digest(chatId).slice(0, 32),
});

function again(work: PushWork, outcomes: readonly [string, Outcome][]): Again[] {
  const tries = work.tries + 1;
  if (tries >= MOST_TRIES) return [];
  const bySeconds = new Map<number, Set<string>>();
  for (const [id, outcome] of outcomes) {
    if (outcome.kind !== "later") continue;
    const seconds = outcome.seconds ?? FIRST_WAIT * 2 ** work.tries;
    bySeconds.set(seconds, (bySeconds.get(seconds) ?? new Set()).add(id));
  }
  return [...bySeconds].map(([seconds, ids]) => ({
    work: { ...work, tries, subscriptions: [...ids] },
    seconds,
  }));
}
