import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { MOST_EVALUATIONS } from "#workers/contract/endpoints/automation-triggers.ts";
import type { Ctx } from "../ctx.ts";
import { emptyLibrary } from "../flow/library.ts";
import { keepingChats } from "../live-events/keep-chats.ts";
import { enteringEach } from "../runs/enter.ts";
import { Talk } from "../runs/effects/messages.ts";
import { someOf } from "../some-rows.ts";
import type { Candidate } from "./due.ts";
import type { Decided, DecidedPage } from "./decided.ts";

/** The news wait still, and the chats are as they were read. */
const GUARD = `SELECT CASE WHEN
    NOT EXISTS (SELECT 1 FROM json_each(?1) e LEFT JOIN entry_news x ON x.n = e.value WHERE x.n IS NULL OR x.done_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM json_each(?2) e WHERE (SELECT t.id FROM chats t WHERE t.enterprise_id = ?3 AND t.channel_id = e.value->>0
      AND t.identity_id = e.value->>1 AND t.state NOT IN (3, 4)) IS NOT e.value->>2)
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
/** Somebody has entered if their run is there: an instance may have been paused since it was read. */
const EVALUATED = `INSERT INTO entry_evaluations (enterprise_id, instance_id, event_id, kind, customer, identity_id, result, detail, at)
  SELECT ?2, e.value->>0, e.value->>1, e.value->>2, e.value->>3, e.value->>4, CASE WHEN e.value->>5 <> 'entered' OR EXISTS (SELECT 1 FROM runs r
      WHERE r.instance_id = e.value->>0 AND r.entry_key = e.value->>1) THEN e.value->>5 ELSE (SELECT CASE i.state WHEN ${INSTANCE.started} THEN 'inIt'
      WHEN ${INSTANCE.paused} THEN 'paused' ELSE 'stopped' END FROM automation_instances i WHERE i.id = e.value->>0) END, e.value->>6, ?3
  FROM json_each(?1) e WHERE true ON CONFLICT DO NOTHING`;
const FEWER = `DELETE FROM entry_evaluations WHERE instance_id IN (SELECT value FROM json_each(?1)) AND n < (SELECT o.n FROM entry_evaluations o
  WHERE o.instance_id = entry_evaluations.instance_id ORDER BY o.n DESC LIMIT 1 OFFSET ${MOST_EVALUATIONS - 1})`;
/** News that a sender may tell again stays, without its data. */
const GONE = `DELETE FROM entry_news WHERE n IN (SELECT value FROM json_each(?1)) AND kind NOT IN ('event', 'webhook')`;
const DONE = `UPDATE entry_news SET done_at = ?2, data = '{}' WHERE n IN (SELECT value FROM json_each(?1))`;

const SAID: ReadonlySet<Candidate["kind"]> = new Set(["keyword", "starts", "contains", "message"]);

/** The statements of a page: who enters, why others do not, and who answers them instead. With `tells` the last one keeps live events. */
export function writingEntries(
  ctx: Ctx,
  { around, news }: DecidedPage,
): { statements: D1PreparedStatement[]; channels: string[]; tells: boolean } {
  const { db, enterpriseId, now } = ctx;
  const bound = (text: string, ...values: unknown[]) => db.$client.prepare(text).bind(...values);
  const all = news.flatMap(({ decided }) => decided);
  const talk = new Talk(ctx, {
    ...around,
    library: emptyLibrary(),
  });
  const channels = new Set<string>();
  for (const { first, decided } of news) {
    const { kind, onChannel, saidBy, eventId } = first;
    if (!SAID.has(kind) || onChannel === null || saidBy === null) continue;
    if (decided.some(({ result }) => result === "entered")) continue;
    // Words that let nobody in are for whoever would have had them without the journey.
    const person = around.personOf({ identityId: saidBy, channelId: onChannel });
    if (person?.isThere !== 1) continue;
    const botId = around.channels.get(onChannel)?.agentId;
    channels.add(onChannel);
    if (botId) talk.toBot(person, eventId.slice("message:".length), botId);
    else talk.handOver(person, `declined:${eventId}`, null);
  }
  const numbers = JSON.stringify(news.map(({ first }) => first.n));
  const entering = all.filter(({ result }) => result === "entered");
  return {
    channels: [...channels],
    tells: talk.told.length > 0,
    statements: [
      bound(GUARD, numbers, JSON.stringify(talk.chats), enterpriseId),
      ...(entering.length > 0 ? [enteringEach(ctx, entering.map(runOf))] : []),
      ...evaluating(ctx, all),
      bound(GONE, numbers),
      bound(DONE, numbers, now()),
      ...talk.statements(someOf(ctx)),
      ...(talk.told.length > 0 ? [keepingChats(ctx, talk.told)] : []),
    ],
  };
}

/** The statements that keep why somebody entered or did not; after those by which they enter. */
export function evaluating(
  { db: { $client }, enterpriseId, now }: Ctx,
  all: readonly Decided[],
): D1PreparedStatement[] {
  const shown = [...Map.groupBy(all, ({ instanceId }) => instanceId).values()].flatMap((each) =>
    each.slice(-MOST_EVALUATIONS),
  );
  if (shown.length === 0) return [];
  const instances = JSON.stringify([...new Set(shown.map(({ instanceId }) => instanceId))]);
  return [
    $client.prepare(EVALUATED).bind(JSON.stringify(shown.map(rowOf)), enterpriseId, now()),
    $client.prepare(FEWER).bind(instances),
  ];
}

export const runOf = ({ instanceId, channelId, identityId, eventId, trigger, reentry }: Decided) => ({
  instanceId: instanceId ?? "",
  channelId,
  identityId: identityId ?? "",
  entryKey: eventId,
  trigger,
  reentry,
});
const rowOf = ({ instanceId, eventId, kind, customer, identityId, result, detail }: Decided) => [
  instanceId,
  eventId,
  kind,
  customer,
  identityId,
  result,
  detail,
];
