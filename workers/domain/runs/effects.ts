import { sendClasses } from "#db/tenant/messages.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { answersAt, assignsByItself } from "#workers/contract/chat-rules.ts";
import { CHAT, MISSED } from "#workers/contract/chat-states.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { searchTextOf } from "../customers/search-text.ts";
import type { Change, Effect } from "../flow/effects.ts";
import { newRun } from "../flow/run.ts";
import { bindable } from "../guard.ts";
import { awayTextOf, beginningToWait, countingMissed, waitingTextOf } from "../messaging/chat-rules.ts";
import type { Carried } from "./carried.ts";
import type { Person, Surroundings } from "./people.ts";
import { dataOf } from "./run-row.ts";

/** Characters of a message that a list of chats shows. */
const PREVIEW = 200;
/** What a run says and could not be sent for so long is not sent any more. */
const SAID_MS = 60 * 60_000;
/** An end of another run is kept for its parent, and an end that was ordered for its run. */
const KEPT_MS = 400 * 86_400_000;

const OPEN_CHATS = `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, department_id, seq, unread, last_at, last_text, revision, created_at, updated_at)
  SELECT e.value->>0, ?2, e.value->>1, e.value->>2, ${CHAT.created}, e.value->>3, 0, 0, ?3, '', 1, ?3, ?3 FROM json_each(?1) e`;
const SAY = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause, status, facts, send_class, expires_at, at)
  SELECT e.value->>0, ?2, c.channel_id, c.identity_id, c.id, c.seq + e.value->>2, 'out', e.value->'$[3]'->>'kind', e.value->'$[3]', e.value->>4, e.value->>5, e.value->>6,
    'queued', '{}', ${sendClasses.transactional}, ?4, ?3 FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value->>1`;
const GROW = `UPDATE chats SET seq = seq + e.value->>1, last_at = ?2, last_text = e.value->>2, revision = revision + 1, updated_at = ?2
  FROM json_each(?1) e WHERE chats.id = e.value->>0`;
/** Nobody is asked for a chat that a person has, or that waits for one already. */
const HAND_OVER = `UPDATE chats SET state = e.value->>1, waiting_since = CASE e.value->>1 WHEN ${CHAT.started} THEN ?2 END, department_id = coalesce(e.value->>2, department_id),
    missed_reason = CASE e.value->>1 WHEN ${CHAT.missed} THEN ${MISSED.outOfHours} END, closed_at = CASE e.value->>1 WHEN ${CHAT.missed} THEN ?2 END, revision = revision + 1, updated_at = ?2
  FROM json_each(?1) e WHERE chats.id = e.value->>0 AND chats.handler IS NULL AND chats.waiting_since IS NULL`;
const COUNT_MISSED = countingMissed(
  "SELECT c.enterprise_id, c.department_id FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value",
  "?2",
);
/** One row a person: whoever asked last gets the answer. */
const ASK = `INSERT INTO floors (id, enterprise_id, channel_id, identity_id, bot_id, run_id, until, seq)
  SELECT e.value->>0, ?2, e.value->>1, e.value->>2, '', e.value->>3, e.value->>4, 1 FROM json_each(?1) e WHERE true
  ON CONFLICT (enterprise_id, channel_id, identity_id) DO UPDATE SET bot_id = '', run_id = excluded.run_id, until = excluded.until, seq = seq + 1`;
const ASK_NO_MORE = `DELETE FROM floors WHERE (enterprise_id, channel_id, identity_id, run_id) IN (SELECT ?2, e.value->>0, e.value->>1, e.value->>2 FROM json_each(?1) e)`;
const CALLS = `INSERT INTO run_calls (key, enterprise_id, run_id, seq, kind, effect, due_at) SELECT value->>0, ?2, value->>1, value->>2, value->>3, value->>4, ?3 FROM json_each(?1)`;
const NO_CALLS = `DELETE FROM run_calls WHERE run_id IN (SELECT value FROM json_each(?1))`;
const BEGIN = `INSERT OR IGNORE INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, wake_at, parent_key, data, started_at)
  SELECT e.value->>0, ?2, i.id, i.version_id, i.channel_id, e.value->>3, e.value->>4, 'waiting', 0, ?3, e.value->>5, e.value->>6, ?3 FROM json_each(?1) e
  CROSS JOIN automation_instances i ON i.id = (SELECT o.id FROM automation_instances o WHERE o.enterprise_id = ?2 AND o.automation_id = e.value->>1
    AND o.channel_id = e.value->>2 AND o.state = ${INSTANCE.started} ORDER BY o.created_at DESC LIMIT 1)`;
/** Where no instance takes anybody in, the run that waits hears of a failure at once. */
const NOT_BEGUN = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'child:' || (e.value->>4), 'child', e.value->>4, e.value->>7, '{"state":"failed","vars":{}}', ?3, ?4 FROM json_each(?1) e
  WHERE e.value->>5 <> '' AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = e.value->>0) ON CONFLICT DO NOTHING`;
const CANCEL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'leave:' || (e.value->>0), 'leave', '', r.id, '{"state":"cancelled","code":"parentLeft","sentence":""}', ?3, ?4 FROM json_each(?1) e
  CROSS JOIN runs r ON r.enterprise_id = ?2 AND r.identity_id = e.value->>1 AND r.entry_key = e.value->>0 AND r.state = 'waiting' WHERE true ON CONFLICT DO NOTHING`;
const TELL_PARENT = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, data, at, until)
  SELECT ?2, 'child:' || (value->>0), 'child', value->>0, value->>1, ?3, ?4 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`;
/** An answer that its run did not take goes to whoever would have had it without the run. */
const TO_BOT = `INSERT INTO message_turns (enterprise_id, channel_id, identity_id, chat_id, message_id, bot_id, state, at)
  SELECT ?2, value->>0, value->>1, value->>2, value->>3, value->>4, 'waiting', ?3 FROM json_each(?1)`;
const SET_CUSTOMERS = `UPDATE customers SET data = e.value->>1, search = e.value->>2, revision = revision + 1, updated_by = '', updated_at = ?2
  FROM json_each(?1) e WHERE customers.number = e.value->>0`;
/** A group or label of another enterprise, or one that is gone, is none. */
const TAG = `INSERT OR IGNORE INTO customer_marks (enterprise_id, mark_id, customer) SELECT ?2, m.id, e.value->>0 FROM json_each(?1) e
  CROSS JOIN marks m ON m.id = e.value->>1 AND m.enterprise_id = ?2`;
const UNTAG = `DELETE FROM customer_marks WHERE enterprise_id = ?2 AND (customer, mark_id) IN (SELECT e.value->>0, e.value->>1 FROM json_each(?1) e)`;

/** What a page's runs want of our own rows. */
export interface OwnEffects {
  statements: D1PreparedStatement[];
  /** Messages of which live events tell. */
  told: string[];
  /** For the guard: open chats as they were read (channel, identity, id), and customers (number, revision). */
  chats: [channelId: string, identityId: string, chatId: string | null][];
  customers: [number: number, revision: number | null][];
}

interface Saying {
  chatId: string;
  body: MessageBody;
  by: "bot" | "system";
  byId: string;
  cause: string;
}

/** Builds the statements of the effects of a page of runs, in their order. */
export function ownEffects(ctx: Ctx, around: Surroundings, carried: readonly Carried[]): OwnEffects {
  const { db, enterpriseId, now, newId } = ctx;
  const at = now();
  const said: Saying[] = [];
  const chats = new Map<string, { id: string; person: Person; isNew: boolean }>();
  const handed: [chatId: string, state: number, departmentId: string | null][] = [];
  const asks: unknown[] = [];
  const asksNoMore: unknown[] = [];
  const calls: unknown[] = [];
  const begun: unknown[] = [];
  const cancelled: unknown[] = [];
  const parents: unknown[] = [];
  const over: string[] = [];
  const toBots: unknown[] = [];
  const changes = new Map<number, { person: Person; changes: Change[] }>();

  const chatOf = (person: Person): string => {
    const key = `${person.channelId} ${person.identityId}`;
    const known = chats.get(key) ?? { id: person.chatId ?? newId(), person, isNew: person.chatId === null };
    chats.set(key, known);
    return known.id;
  };
  const say = (person: Person, saying: Omit<Saying, "chatId">): void => {
    if (wordsOf(saying.body) === "" && saying.body.kind === "text") return;
    said.push({ ...saying, chatId: chatOf(person) });
  };
  const handOver = (person: Person, cause: string, departmentId: string | null): void => {
    const isAnswered = answersAt(around.rules, at);
    const text = isAnswered ? waitingTextOf(around.rules) : awayTextOf(around.rules);
    handed.push([chatOf(person), isAnswered ? CHAT.started : CHAT.missed, departmentId]);
    say(person, { body: { kind: "text", text }, by: "system", byId: "", cause });
  };

  for (const { due, advanced } of carried) {
    const { row, cause } = due;
    const { run } = advanced;
    const person = around.personOf(row);
    const event = cause.kind === "event" ? cause.event : undefined;
    if (person?.isThere === 1 && event?.kind === "reply" && !advanced.took) {
      const channel = around.channels.get(row.channelId);
      if (channel?.agentId) {
        toBots.push([row.channelId, row.identityId, chatOf(person), event.id, channel.agentId]);
      } else handOver(person, `declined:${event.id}`, null);
    }
    if (!advanced.used) continue;
    const asked = advanced.waits.find(({ kind }) => kind === "reply");
    const place = [row.channelId, row.identityId, run.id];
    if (asked) asks.push([newId(), ...place, asked.until]);
    else asksNoMore.push(place);
    if (isOver(run.state)) {
      over.push(run.id);
      if (row.parentKey !== "")
        parents.push([row.parentKey, JSON.stringify({ state: run.state, vars: run.vars })]);
    }
    if (!person) continue;
    for (const effect of advanced.effects) {
      const own = `run:${effect.key}`;
      switch (effect.kind) {
        case "message":
          say(person, { body: effect.body, by: "bot", byId: row.instanceId, cause: own });
          break;
        case "handOver":
          handOver(person, own, effect.departmentId ?? null);
          break;
        case "customer":
          if (person.customer !== null) {
            const before = changes.get(person.customer)?.changes ?? [];
            changes.set(person.customer, { person, changes: [...before, ...effect.changes] });
          }
          break;
        case "startRun":
          begun.push(beginning(effect, row, at, newId()));
          break;
        case "cancelRun":
          cancelled.push([effect.of, row.identityId]);
          break;
        case "http":
        case "knowledge":
        case "payment":
          calls.push([effect.key, run.id, effect.seq, effect.kind, JSON.stringify(effect)]);
          break;
        default:
        // Nodes that want anything else are marked as not available (available.ts), and never come so far.
      }
    }
  }

  const places = new Map<string, number>();
  const messages = said.map((each) => {
    const place = (places.get(each.chatId) ?? 0) + 1;
    places.set(each.chatId, place);
    return { ...each, id: newId(), place };
  });
  const last = new Map(messages.map(({ chatId, body }) => [chatId, wordsOf(body).slice(0, PREVIEW)]));
  const newChats = [...chats.values()].filter(({ isNew }) => isNew);
  const waiting = handed.flatMap(([chatId, state]) => (state === CHAT.started ? [chatId] : []));
  const missed = handed.flatMap(([chatId, state]) => (state === CHAT.missed ? [chatId] : []));
  const changed = [...changes.values()];
  const customers = changed.map(({ person, changes: each }) => ({
    person,
    data: dataAfter(around, person, each),
  }));
  const tagging = (...kinds: Change["kind"][]) =>
    changed.flatMap(({ person, changes: each }) =>
      each.flatMap((change) => {
        if (!kinds.includes(change.kind)) return [];
        return "labelId" in change
          ? [[person.customer, change.labelId]]
          : "groupId" in change
            ? [[person.customer, change.groupId]]
            : [];
      }),
    );
  const some = (rows: readonly unknown[], text: string, ...values: unknown[]) =>
    rows.length === 0 ? [] : [db.$client.prepare(text).bind(JSON.stringify(rows), ...values)];
  const written = customers.filter(({ person, data }) => data !== person.data);
  return {
    told: messages.map(({ id }) => id),
    chats: [...chats.values()].map(({ person }) => [person.channelId, person.identityId, person.chatId]),
    customers: written.map(({ person }) => [person.customer ?? 0, person.customerRevision]),
    statements: [
      ...some(
        newChats.map(({ id, person }) => [
          id,
          person.channelId,
          person.identityId,
          around.channels.get(person.channelId)?.departmentId ?? null,
        ]),
        OPEN_CHATS,
        enterpriseId,
        at,
      ),
      ...some(handed, HAND_OVER, at),
      ...some(
        messages.map(({ id, chatId, place, body, by, byId, cause }) => [
          id,
          chatId,
          place,
          body,
          by,
          byId,
          cause,
        ]),
        SAY,
        enterpriseId,
        at,
        at + SAID_MS,
      ),
      ...some(
        [...places].map(([chatId, count]) => [chatId, count, last.get(chatId)]),
        GROW,
        at,
      ),
      ...(waiting.length > 0 ? beginningToWait(ctx, waiting, assignsByItself(around.rules)) : []),
      ...some(missed, COUNT_MISSED, at),
      ...some(toBots, TO_BOT, enterpriseId, at),
      ...some(asksNoMore, ASK_NO_MORE, enterpriseId),
      ...some(asks, ASK, enterpriseId),
      ...some(over, NO_CALLS),
      ...some(calls, CALLS, enterpriseId, at),
      ...some(begun, BEGIN, enterpriseId, at),
      ...some(begun, NOT_BEGUN, enterpriseId, at, at + KEPT_MS),
      ...some(cancelled, CANCEL, enterpriseId, at, at + KEPT_MS),
      ...some(parents, TELL_PARENT, enterpriseId, at, at + KEPT_MS),
      ...some(
        written.map(({ person, data }) => [
          person.customer,
          JSON.stringify(data),
          searchTextOf({ ...person, data }, searched(around)),
        ]),
        SET_CUSTOMERS,
        at,
      ),
      ...written.map(({ person, data }) =>
        bindable(
          ctx,
          audited(ctx, {
            action: "update",
            kind: "customer",
            object: { id: person.customerId ?? "", name: person.name },
            before: { data: person.data },
            after: { by: "", data },
          }),
        ),
      ),
      ...some(tagging("addLabel", "addGroup"), TAG, enterpriseId),
      ...some(tagging("removeLabel", "removeGroup"), UNTAG, enterpriseId),
    ],
  };
}

function beginning(
  effect: Extract<Effect, { kind: "startRun" }>,
  row: Carried["due"]["row"],
  at: number,
  id: string,
): unknown[] {
  const run = newRun({
    id,
    customerId: row.identityId,
    channelId: row.channelId,
    startedAt: at,
    depth: effect.depth,
    vars: effect.vars,
  });
  return [
    id,
    effect.journeyId,
    row.channelId,
    row.identityId,
    effect.key,
    effect.answers ? effect.key : "",
    dataOf(run),
    row.id,
  ];
}

/** The customer's values after the changes of fields; the same object where there are none. */
function dataAfter({ fields }: Surroundings, { data }: Person, changes: readonly Change[]): Person["data"] {
  let after = data;
  for (const change of changes) {
    if (change.kind !== "field") continue;
    const field = fields.find(({ fieldName }) => fieldName === change.field);
    if (!field) continue;
    const { [field.id]: _, ...others } = after;
    const value =
      change.value === null
        ? ""
        : typeof change.value === "object"
          ? JSON.stringify(change.value)
          : String(change.value);
    after = value === "" ? others : { ...others, [field.id]: value.trim() };
  }
  return after;
}

const searched = ({ fields }: Surroundings): string[] =>
  fields.filter(({ rules }) => rules.search).map(({ id }) => id);
