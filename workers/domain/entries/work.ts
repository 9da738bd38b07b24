import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { ctxOf, nothingLeft } from "../ctx.ts";
import { describe } from "../error.ts";
import { guardFailed } from "../guard.ts";
import { keptRows } from "../live-events/keep-chats.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import type { Ctx } from "../ctx.ts";
import { Line } from "../runs/crowd.ts";
import { type Candidate, dueEntries, NEWS_PAGE } from "./due.ts";
import { type AskingDeps, decided, type DecidedPage, givenUp } from "./decided.ts";
import { metCustomers } from "./meet.ts";
import { fits } from "./fits.ts";
import { writingEntries } from "./write.ts";

export interface EntryDeps extends AskingDeps {
  hashOf: (ctx: Ctx) => Promise<AddressHash>;
}

export interface EntriesWorked {
  /** More may be due now. */
  more: boolean;
  kept: Map<EnterpriseId, KeptRow[]>;
  /** Channels that have something to send. */
  channels: { enterpriseId: EnterpriseId; channelId: string }[];
}

/** Tries of what cannot be decided; then it is given up, so that it holds up nothing. */
const MOST_ATTEMPTS = 5;
const AGAIN_MS = 1_000;
const BROKEN = `UPDATE entry_news SET attempts = attempts + 1, due_at = ?2 + (${AGAIN_MS} << (2 * attempts)),
    data = CASE WHEN attempts + 1 < ${MOST_ATTEMPTS} THEN data ELSE '{}' END,
    done_at = CASE WHEN attempts + 1 < ${MOST_ATTEMPTS} THEN NULL ELSE ?2 END WHERE n = ?1 AND done_at IS NULL`;

/**
 * Decides what has happened and may let people into journeys: one transaction an enterprise, whole or not at all, of which the
 * news are gone with the entries that they cause. A page that fails is worked one by one.
 */
export async function workEntries(
  db: TenantDb,
  deps: EntryDeps,
  now: () => number,
  line = new Line(NEWS_PAGE),
): Promise<EntriesWorked> {
  const found = await dueEntries(db, now(), line);
  const worked: EntriesWorked = { more: false, kept: new Map(), channels: [] };
  for (const [enterpriseId, all] of Map.groupBy(found, (each) => each.enterpriseId)) {
    const page = [...Map.groupBy(all, ({ n }) => n).values()];
    for (const news of await attempt(db, deps, enterpriseId, page, now, worked))
      await attempt(db, deps, enterpriseId, [news], now, worked);
  }
  worked.more ||= new Set(found.map(({ n }) => n)).size === NEWS_PAGE;
  return worked;
}

/** Answers the news that have to be worked one by one; none where all went well. */
async function attempt(
  db: TenantDb,
  deps: EntryDeps,
  enterpriseId: EnterpriseId,
  page: readonly Candidate[][],
  now: () => number,
  worked: EntriesWorked,
): Promise<readonly Candidate[][]> {
  const after = nothingLeft();
  const actor = { userId: "system", name: "", address: "", requestId: "entries", after };
  const ctx = ctxOf(db, enterpriseId, actor, { now });
  try {
    const met = await metCustomers(ctx, page.flat(), deps.hashOf);
    const { taken, left } = eachOnce([...Map.groupBy(met, ({ n }) => n).values()]);
    await write(ctx, await decided(ctx, deps, taken), worked);
    worked.more ||= left;
    return [];
  } catch (error) {
    // Somebody else has decided one of them, or a chat was opened: what is left is found by the next look.
    if (guardFailed(error)) {
      worked.more = true;
      return [];
    }
    const [only] = page;
    if (page.length > 1 || !only?.[0]) return page;
    console.log(
      JSON.stringify({ level: "error", source: "entries", failure: describe(error).slice(0, 300) }),
    );
    const isLast = only[0].attempts + 1 >= MOST_ATTEMPTS;
    if (isLast && (await passedOn(ctx, deps, only, worked))) return [];
    await db.$client.prepare(BROKEN).bind(only[0].n, now()).run();
    return [];
  }
}

async function write(ctx: Ctx, page: DecidedPage, worked: EntriesWorked): Promise<void> {
  const { db, enterpriseId } = ctx;
  const { statements, channels, tells } = writingEntries(ctx, page);
  const results = await db.$client.batch(statements);
  const kept = tells ? results.slice(-1).flatMap(keptRows) : [];
  if (kept.length > 0) worked.kept.set(enterpriseId, [...(worked.kept.get(enterpriseId) ?? []), ...kept]);
  worked.channels.push(...channels.map((channelId) => ({ enterpriseId, channelId })));
}

/** Gives words that let nobody in to whoever answers otherwise; whether that could be done. */
async function passedOn(
  ctx: Ctx,
  deps: EntryDeps,
  candidates: readonly Candidate[],
  worked: EntriesWorked,
): Promise<boolean> {
  try {
    await write(ctx, await givenUp(ctx, deps, candidates), worked);
    return true;
  } catch (error) {
    if (guardFailed(error)) worked.more = true;
    return guardFailed(error);
  }
}

/** A page has each person once an instance: whether somebody may come in again is asked of what was written before. */
function eachOnce(news: readonly Candidate[][]): { taken: Candidate[][]; left: boolean } {
  const seen = new Set<string>();
  const taken: Candidate[][] = [];
  for (const candidates of news) {
    const waiting = new Map(
      candidates.flatMap((each) =>
        each.instanceId !== null && fits(each) ? [[each.instanceId, each] as const] : [],
      ),
    );
    const keys = [...waiting.values()].map(
      (each) => `${each.instanceId} ${each.identityId ?? `c${each.customer}`}`,
    );
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    const [first] = candidates;
    taken.push(waiting.size > 0 || !first ? [...waiting.values()] : [{ ...first, instanceId: null }]);
  }
  return { taken, left: taken.length < news.length };
}
