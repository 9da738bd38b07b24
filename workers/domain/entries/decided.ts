import type { EntryResult } from "#workers/contract/automation/triggers.ts";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import type { Ctx } from "../ctx.ts";
import type { NodeDataOf } from "../flow/data.ts";
import type { Json } from "../flow/json.ts";
import { valuesFor } from "../flow/reading.ts";
import { newRun } from "../flow/run.ts";
import type { RunDeps } from "../runs/carry-on.ts";
import { compiledOf } from "../runs/compiled.ts";
import { graphIn, type RunsContext, surroundingsOf } from "../runs/people.ts";
import { decideEntry } from "./decide.ts";
import type { Candidate } from "./due.ts";
import { fits } from "./fits.ts";

/** Lookups for channels and places. */
export type AskingDeps = Pick<RunDeps, "capabilities" | "placeOf">;

const RUNS = `SELECT r.instance_id AS instanceId, r.identity_id AS identityId, count(*) AS "all", sum(r.state = 'waiting') AS open, sum(r.started_at > ?3) AS lately
  FROM json_each(?1) e CROSS JOIN runs r ON r.enterprise_id = ?2 AND r.identity_id = e.value->>1 AND r.instance_id = e.value->>0 GROUP BY 1, 2`;
const BLOCKED = `SELECT DISTINCT a.identity_id AS identityId FROM json_each(?1) e CROSS JOIN addresses a ON a.enterprise_id = ?2 AND a.identity_id = e.value->>1
  CROSS JOIN suppressions s ON s.enterprise_id = ?2 AND s.hash = a.hash AND s.why = 'blocked' AND s.channel_type IN (a.channel_type, ${EVERY_CHANNEL})`;
const HOUR_MS = 3_600_000;

/** Somebody whom a trigger is about, and what becomes of it. */
export interface Decided extends Candidate {
  result: EntryResult;
  detail: string;
  reentry: "never" | "afterEnd" | "always";
  trigger: Record<string, Json>;
}

export interface DecidedPage {
  around: RunsContext;
  /** The outcome of each of the news; nothing where nobody waits for it any more. */
  news: { first: Candidate; decided: Decided[] }[];
}

/** Asks all rules of entering of a page of one enterprise, in two batches. */
export async function decided(
  ctx: Ctx,
  deps: AskingDeps,
  page: readonly Candidate[][],
): Promise<DecidedPage> {
  const { db, enterpriseId, now } = ctx;
  const { $client } = db;
  const waiting = page.flat().filter(({ instanceId }) => instanceId !== null);
  const pairs = JSON.stringify(waiting.map(({ instanceId, identityId }) => [instanceId, identityId]));
  const people = [
    ...waiting.flatMap(({ identityId, channelId, versionId }) =>
      identityId === null ? [] : [{ identityId, channelId, versionId }],
    ),
    ...page.flatMap(([first]) => (first ? whoSaid(first) : [])),
  ];
  const [around, [runs, blocked]] = await Promise.all([
    surroundingsOf(db, enterpriseId, people, deps),
    $client.batch([
      $client.prepare(RUNS).bind(pairs, enterpriseId, now() - HOUR_MS),
      $client.prepare(BLOCKED).bind(pairs, enterpriseId),
    ]),
  ]);
  const counts = new Map(
    ((runs?.results ?? []) as (Counts & { instanceId: string; identityId: string })[]).map((each) => [
      `${each.instanceId} ${each.identityId}`,
      each,
    ]),
  );
  const isBlocked = new Set(
    ((blocked?.results ?? []) as { identityId: string }[]).map(({ identityId }) => identityId),
  );
  return {
    around,
    news: page.flatMap((each) => {
      const [first] = each;
      if (!first) return [];
      return [
        {
          first,
          decided: each
            .filter(({ instanceId }) => instanceId !== null)
            .map((candidate) =>
              decideOne(candidate, around, {
                runs: counts.get(`${candidate.instanceId} ${candidate.identityId}`) ?? NONE,
                isBlocked: candidate.identityId !== null && isBlocked.has(candidate.identityId),
                now: now(),
              }),
            ),
        },
      ];
    }),
  };
}

/** News that can't be decided: nobody comes in, it is said so, and words are for whoever would have had them without the journey. */
export async function givenUp(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  deps: AskingDeps,
  candidates: readonly Candidate[],
): Promise<DecidedPage> {
  const [first] = candidates;
  const around = await surroundingsOf(db, enterpriseId, first ? whoSaid(first) : [], deps);
  const broken = candidates.flatMap((each): Decided[] =>
    each.instanceId !== null && fits(each)
      ? [{ ...each, result: "broken", detail: "", reentry: "afterEnd", trigger: {} }]
      : [],
  );
  return { around, news: first ? [{ first, decided: broken }] : [] };
}

/** Whoever has written the words that wait for who answers them. */
const whoSaid = ({ onChannel, saidBy }: Candidate) =>
  onChannel !== null && saidBy !== null ? [{ identityId: saidBy, channelId: onChannel, versionId: "" }] : [];

interface Counts {
  all: number;
  open: number;
  lately: number;
}
const NONE: Counts = { all: 0, open: 0, lately: 0 };

function decideOne(
  candidate: Candidate,
  around: RunsContext,
  { runs, isBlocked, now }: { runs: Counts; isBlocked: boolean; now: number },
): Decided {
  const { identityId, channelId, versionId, state, told, enterpriseId } = candidate;
  const trigger = JSON.parse(told) as Record<string, Json>;
  const facts = identityId === null ? undefined : around.factsOf({ identityId, channelId });
  const graph = around.graphs.get(versionId);
  const flow = graph === undefined ? undefined : compiledOf(versionId, around.known, () => graphIn(graph));
  const start = flow?.nodes.get(flow.start ?? "")?.data as NodeDataOf<"start"> | undefined;
  const reentry = start?.reentry ?? "afterEnd";
  const run = newRun({ id: "", customerId: identityId ?? "", channelId, startedAt: now, entry: { trigger } });
  const decision = decideEntry({
    state,
    isReached: facts !== undefined,
    isBlocked,
    reentry,
    filter: start?.filter,
    runs,
    known: flow?.known ?? new Map(),
    values: facts && valuesFor(run, { facts, now, salt: enterpriseId }),
    now,
  });
  return { ...candidate, ...decision, reentry, trigger };
}
