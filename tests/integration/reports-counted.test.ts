import * as fc from "fast-check";
import { expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import type { TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { emotionNames } from "#workers/contract/emotions.ts";
import { logTurn, Overtaken } from "#workers/domain/bot-sessions/log-turn.ts";
import { SESSION_GAP_MS } from "#workers/contract/endpoints/bot-sessions.ts";
import { recount } from "#workers/domain/reports/recount.ts";
import { ctxOf } from "#workers/domain/ctx.ts";

/** the report counters match the turns, in any order, for any number of people, on any days. */
const harness = await startHarness();
const db = tenantDatabase(harness.env, "TENANT_1");
const actor = { userId: "u", name: "Kiran", address: "local", requestId: "r" };

interface Said {
  sender: number;
  /** Minutes since the previous message by anybody. */
  later: number;
  intent: "a" | "b" | null;
  kind: TurnKind;
  weak: boolean;
  emotion: number | null;
  /** Somebody else's message of the same session is written first. */
  atOnce: boolean;
}

const said: fc.Arbitrary<Said> = fc.record({
  sender: fc.integer({ min: 0, max: 3 }),
  later: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3_000 })),
  intent: fc.constantFrom("a", "b", null),
  kind: fc.constantFrom("answer", "prompt", "gaveUp"),
  weak: fc.boolean(),
  emotion: fc.option(fc.integer({ min: 0, max: emotionNames.length - 1 })),
  atOnce: fc.boolean(),
});

let made = 0;
const started = Date.now();
/** Talks as the console does, at made-up times; returns the bot, and who said what and when. */
async function talk(messages: readonly Said[]) {
  const agentId = `agent ${++made} ${started}`;
  let now = Date.UTC(2031, 2, 28, 23, 40);
  const ctx = ctxOf(db, asEnterpriseId.parse("recounted"), actor, { now: () => now });
  const sessions = new Map<number, { id: string; lastAt: number }>();
  const spoken: (Said & { at: number; sessionId: string })[] = [];
  for (const message of messages) {
    now += message.later * 60_000;
    const write = async (sessionId: string | undefined, stale = 0) => {
      const { results } = await db.$client
        .prepare(
          `SELECT id, started_at AS startedAt, last_at AS lastAt, turns, scoped, last_intent_id AS lastIntentId
           FROM conversations WHERE id = ?`,
        )
        .bind(sessionId ?? "")
        .all();
      const read = results[0] as Parameters<typeof logTurn>[2];
      return logTurn(
        ctx,
        { agentId, text: "hello", channel: "web", senderId: `sender ${message.sender}` },
        read && { ...read, turns: read.turns - stale },
        {
          modelVersionId: "",
          intentId: message.intent,
          intentName: message.intent,
          confidence: 0.7,
          nearestPhrase: null,
          answer: "hi",
          others: [],
          kind: message.kind,
          emotion: message.emotion === null ? null : (emotionNames[message.emotion] ?? null),
          sources: null,
          parameters: null,
          weak: message.weak && message.intent !== null,
          pending: null,
        },
      );
    };
    const open = sessions.get(message.sender);
    const session = open && now - open.lastAt <= SESSION_GAP_MS ? open.id : undefined;
    const { sessionId } = await write(session);
    if (message.atOnce && session) await expect(write(session, 1)).rejects.toThrow(Overtaken);
    sessions.set(message.sender, { id: sessionId, lastAt: now });
    spoken.push({ ...message, at: now, sessionId });
  }
  return { ctx, agentId, spoken };
}

test("what reports read never differs from what the turns add up to, whoever talks when (R-18)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 30, size: "max" }), async (messages) => {
      const { ctx, agentId, spoken } = await talk(messages);
      expect(await recount(db.$client, { enterpriseId: ctx.enterpriseId, agentId })).toEqual([]);

      // Recounting is SQL too: the quarters are held against plain sums as well.
      const stored = await db.$client
        .prepare(
          "SELECT sum(turns) AS turns, sum(scoped) AS scoped, sum(weak) AS weak, sum(conversations) AS conversations, max(longest) AS longest FROM report_sums WHERE agent_id = ? AND grain = 900000",
        )
        .bind(agentId)
        .first();
      const talks = Map.groupBy(spoken, ({ sessionId }) => sessionId);
      const scoped = spoken.filter(({ intent }) => intent !== null);
      expect(stored).toEqual({
        turns: spoken.length,
        scoped: scoped.length,
        weak: scoped.filter(({ weak }) => weak).length,
        conversations: talks.size,
        longest: Math.max(...[...talks.values()].map(({ length }) => length)),
      });
    }),
    { numRuns: 12 },
  );
});

test("a count that drifted is found with the row that is wrong, and repaired from the turns", async () => {
  const one: Said = {
    sender: 0,
    later: 1,
    intent: "a",
    kind: "answer",
    weak: false,
    emotion: 0,
    atOnce: false,
  };
  const { ctx, agentId } = await talk([one, one, { ...one, later: 2_000 }]);
  const agent = { enterpriseId: ctx.enterpriseId, agentId };
  await db.$client
    .prepare("UPDATE report_sums SET turns = turns + 1 WHERE agent_id = ? AND grain = 900000 AND turns > 0")
    .bind(agentId)
    .run();
  await db.$client
    .prepare("DELETE FROM report_days WHERE agent_id = ? AND kind = 'class'")
    .bind(agentId)
    .run();
  const found = await recount(db.$client, agent, { repair: true });
  expect(found.map(({ table, month, rows }) => [table, month, rows])).toEqual([
    ["report_sums", "2031-03", 2],
    ["report_days", "2031-03", 2],
  ]);
  expect(found[0]?.example).toContain('"turns":[2,3]');
  expect(await recount(db.$client, agent)).toEqual([]);
});

test("counts repaired while people talk lose no turn and double none", async () => {
  const one: Said = {
    sender: 0,
    later: 17,
    intent: "a",
    kind: "answer",
    weak: false,
    emotion: 0,
    atOnce: false,
  };
  const messages = Array.from({ length: 40 }, (_, at) => ({ ...one, sender: at % 3 }));
  const talking = talk(messages);
  const agent = { enterpriseId: "recounted", agentId: `agent ${made} ${started}` };
  const listening = { goes: true };
  const spoken = talking.finally(() => (listening.goes = false));
  let repaired = 0;
  while (listening.goes) {
    await db.$client
      .prepare("UPDATE report_sums SET turns = turns + 5, coming = coming + 1 WHERE agent_id = ?")
      .bind(agent.agentId)
      .run();
    repaired += (await recount(db.$client, agent, { repair: true })).length;
  }
  await spoken;
  expect(repaired).toBeGreaterThan(2);
  expect(await recount(db.$client, agent)).toEqual([]);
});
