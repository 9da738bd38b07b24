import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { tenantDatabase } from "#db/client.ts";
import {
  type ChatAction,
  chatAction,
  chatPresses,
  supervisorActions,
} from "#workers/contract/chat-action.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import { CHAT, isOpen } from "#workers/contract/chat-states.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { act } from "#workers/domain/chats/act.ts";
import { chatsAssigned } from "#workers/domain/chats/assign.ts";
import { chatComesBack } from "#workers/domain/chats/come-back.ts";
import { press } from "#workers/domain/chats/press.ts";
import { chatTimesOut } from "#workers/domain/chats/time-out.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import { floorEnds } from "#workers/domain/messaging/floors.ts";
import { type TimerHandlers, workDue } from "#workers/domain/messaging/timers.ts";
import { eventually } from "./eventually.ts";
import type { Harness } from "./harness.ts";
import { randomOf } from "./import-load.ts";
import { deliver, rowsOf, saying, type TestChannel } from "./messaging.ts";
import { makeWaiting } from "./waiting-chat.ts";

const NONE = () => [];
const HANDLERS: TimerHandlers = {
  ...{ floorEnds, chatTimesOut, chatsAssigned, chatComesBack, offerLapses: NONE },
  ...{ videoCallEnds: NONE, broadcastStarts: NONE, broadcastResumes: NONE, activityRuns: NONE },
  ...{ activityFallbacks: NONE, comparisonEnds: NONE, campaignStarts: NONE, campaignEnds: NONE },
  ...{ instanceStarts: NONE, instanceEnds: NONE, scheduledEntries: NONE },
};

interface ChatNow {
  id: string;
  state: number;
  handler: string | null;
  department: string | null;
  people: ChatPart[];
  waitingSince: number | null;
  suspendedUntil: number | null;
  seq: number;
  unread: number;
  actions: number;
  messages: number;
}

export interface Walked {
  done: number;
  refused: number;
  /** States that a chat was in. */
  reached: Set<number>;
}

/**
 * Does so many things to chats of one channel in a random order, and throws where a chat is somewhere it must never be, or a
 * refusal has changed it: people with every action, the customer, and the clock as it is when somebody has waited.
 */
export async function walkChats(
  harness: Harness,
  channel: TestChannel,
  {
    walks,
    steps,
    seed,
    agents,
    departments,
  }: {
    walks: number;
    steps: number;
    seed: number;
    agents: readonly { uId: string; name: string }[];
    departments: readonly string[];
  },
): Promise<Walked> {
  const random = randomOf(seed);
  const one = <Each>(all: readonly Each[]): Each => all[Math.floor(random() * all.length)] as Each;
  const enterpriseId = asEnterpriseId.parse(channel.enterpriseId);
  const walked: Walked = { done: 0, refused: 0, reached: new Set() };
  for (let walk = 0; walk < walks; walk++) {
    const customer = await makeWaiting(harness, channel);
    let { chatId } = customer;
    const trail: string[] = [];
    for (let step = 0; step < steps; step++) {
      const before = await chatNow(harness, chatId);
      const what = random();
      try {
        if (what < 0.15) {
          trail.push("customer");
          chatId = await customerSays(harness, channel, {
            phone: customer.phone,
            before,
            text: `word ${step}`,
          });
        } else if (what < 0.22) {
          trail.push("clock");
          await workDue(
            tenantDatabase(harness.env, "TENANT_1"),
            HANDLERS,
            Date.now() + Math.floor(random() * 2) * 3_600_000,
          );
        } else {
          const by = one(agents);
          const action = actionOf(one, { agents, departments, isReady: random() < 0.2 });
          trail.push(`${by.name} ${action?.action ?? "close"}`);
          await does(harness, { enterpriseId, by, agents }, chatId, action);
        }
        walked.done += 1;
      } catch (error) {
        if (!(error instanceof DomainError)) throw new Error(trail.join(", "), { cause: error });
        walked.refused += 1;
        assert.deepEqual(await chatNow(harness, chatId), before, `refused, and changed: ${trail.join(", ")}`);
      }
      const now = await chatNow(harness, chatId);
      walked.reached.add(now.state);
      assert.equal(await wrongIn(harness, now), "", trail.join(", "));
    }
  }
  return walked;
}

const inTenMinutes = (): string => new Date(Date.now() + 600_000).toISOString();

/** An action of somebody; undefined for a close. */
function actionOf(
  one: <Each>(all: readonly Each[]) => Each,
  {
    agents,
    departments,
    isReady,
  }: { agents: readonly { uId: string }[]; departments: readonly string[]; isReady: boolean },
): ChatAction | undefined {
  // A walk that no one picks up ends soon.
  if (isReady) return chatAction.parse({ action: "agentPickupChat", id: randomUUID() });
  const name = one([
    ...chatPresses,
    ...supervisorActions,
    ...(["transferChat", "transferChat", "assignChat", "inviteAgent", "inviteAgent"] as const),
    ...(["agentReplyChat", "agentReplyChat", "agentNote", "suspendChat", "close"] as const),
  ]);
  const id = randomUUID();
  const { uId: userId } = one(agents);
  switch (name) {
    case "close":
      return undefined;
    case "transferChat":
      return chatAction.parse(
        one([
          { action: name, id, userId },
          { action: name, id, departmentId: one(departments) },
        ]),
      );
    case "assignChat":
    case "inviteAgent":
      return chatAction.parse({ action: name, id, userId });
    case "agentReplyChat":
      return chatAction.parse({ action: name, id, text: "hello", ...one([{}, { sendAt: inTenMinutes() }]) });
    case "agentNote":
      return chatAction.parse({ action: name, id, text: "noted" });
    case "suspendChat":
      return chatAction.parse({
        action: name,
        id,
        ...one([{}, { until: inTenMinutes() }]),
      });
    default:
      return chatAction.parse({ action: name, id });
  }
}

async function does(
  { env }: Harness,
  {
    enterpriseId,
    by,
    agents,
  }: {
    enterpriseId: ReturnType<typeof asEnterpriseId.parse>;
    by: { uId: string; name: string };
    agents: readonly { uId: string; name: string }[];
  },
  chatId: string,
  action: ChatAction | undefined,
): Promise<void> {
  const actor = { userId: by.uId, name: by.name, address: "", requestId: "" };
  const ctx = ctxOf(tenantDatabase(env, "TENANT_1"), enterpriseId, actor);
  if (!action) {
    await press(ctx, chatId, { action: "close", id: randomUUID(), feedback: "" });
    return;
  }
  await act(ctx, chatId, action, {
    reader: { mayUnmask: () => true, now: ctx.now },
    colleagueOf: async (userId) => agents.find(({ uId }) => uId === userId) ?? by,
    colleaguesAmong: async () => [],
    maySupervise: () => true,
  });
}

/** The customer's words and the chat in which they are: one that has ended is never it. */
async function customerSays(
  harness: Harness,
  channel: TestChannel,
  { phone, before, text }: { phone: string; before: ChatNow; text: string },
): Promise<string> {
  const said = saying(phone, text);
  await deliver(harness, channel, [said]);
  const [row] = await eventually(async () => {
    const rows = await rowsOf<{ id: string; state: number }>(
      harness,
      "SELECT c.id, c.state FROM messages m JOIN chats c ON c.id = m.chat_id WHERE m.channel_id = ? AND m.vendor_id = ?",
      channel.id,
      said.key,
    );
    assert.equal(rows.length, 1);
    return rows;
  });
  assert.ok(row && isOpen(row.state), `words in a chat that is over: ${row?.state}`);
  if (isOpen(before.state)) assert.equal(row.id, before.id, "an open chat goes on");
  return row.id;
}

async function chatNow(harness: Harness, chatId: string): Promise<ChatNow> {
  const [row] = await rowsOf<Omit<ChatNow, "people"> & { people: string }>(
    harness,
    `SELECT c.id, c.state, c.handler, c.department_id AS department, c.people, c.waiting_since AS waitingSince,
       CASE c.state WHEN ${CHAT.suspended} THEN c.suspended_until END AS suspendedUntil, c.seq, c.unread,
       (SELECT count(*) FROM chat_actions a WHERE a.chat_id = c.id) AS actions,
       (SELECT count(*) FROM messages m WHERE m.chat_id = c.id AND m.held = 0) AS messages
     FROM chats c WHERE c.id = ?`,
    chatId,
  );
  assert.ok(row, "a chat is gone");
  return { ...row, people: JSON.parse(row.people) as ChatPart[] };
}

/** A reason why a chat can never be as it is; empty where it can. */
async function wrongIn(harness: Harness, chat: ChatNow): Promise<string> {
  const { state, handler, people, waitingSince } = chat;
  const asked = people.filter(({ part }) => part === "transferred" || part === "assigned");
  const has = state === CHAT.ongoing || state === CHAT.suspended;
  if (has !== (handler !== null) && isOpen(state))
    return "somebody has what waits, or nobody has what goes on";
  if ((state === CHAT.started) !== (waitingSince !== null))
    return "it waits without a time, or has one and does not";
  if (asked.length > 1 || (asked.length === 1 && state !== CHAT.started))
    return "asked to take what does not wait";
  if (people.some(({ uId }) => uId === handler)) return "its handler is in it twice";
  if (new Set(people.map(({ uId }) => uId)).size < people.length) return "somebody is in it twice";
  if (state === CHAT.closed && people.some(({ part }) => part !== "joined")) return "asked into what is over";
  const [{ gaps, timers, untold } = { gaps: 1, timers: 0, untold: 1 }] = await rowsOf<{
    gaps: number;
    timers: number;
    untold: number;
  }>(
    harness,
    `SELECT (SELECT count(*) - count(DISTINCT p.seq) + max(0, max(p.seq) - ?2) FROM (SELECT seq FROM messages WHERE chat_id = ?1 AND held = 0
         UNION ALL SELECT seq FROM chat_actions WHERE chat_id = ?1) p) AS gaps,
       (SELECT count(*) FROM timers WHERE kind = 'chatTimesOut' AND subject = ?1 AND seq = ?3) AS timers,
       (SELECT count(*) FROM former_places WHERE chat_id = ?1) AS untold`,
    chat.id,
    chat.seq,
    waitingSince ?? 0,
  );
  if (gaps > 0) return "two things have one place, or one is beyond the chat's";
  if (untold > 0) return "screens were not told of its place";
  return waitingSince !== null && timers === 0 ? "it waits, and is never missed" : "";
}
