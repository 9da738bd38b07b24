import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { faultyCtx, type Faults, noFaults } from "#tests/support/import-ctx.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { type ChatAction, chatAction } from "#workers/contract/chat-action.ts";
import { act } from "#workers/domain/chats/act.ts";
import { press } from "#workers/domain/chats/press.ts";
import type { Ctx } from "#workers/domain/ctx.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const owner = await makePerson(harness);
const channel = await makeChannel(harness, owner);
const asha = await makeColleague(harness, owner, { name: "Asha" });
const bela = { uId: "bela", name: "Bela" };

const asAsha = (faults: Faults): Ctx => ({
  ...faultyCtx(harness, faults, owner.enterpriseId),
  actor: { userId: asha.userId, name: "Asha", address: "", requestId: "" },
});
const doing = (ctx: Ctx, chatId: string, action: ChatAction) =>
  act(ctx, chatId, action, {
    reader: { mayUnmask: () => true, now: ctx.now },
    colleagueOf: () => Promise.resolve(bela),
    colleaguesAmong: () => Promise.resolve([]),
    maySupervise: () => false,
  });

const COMMANDS = {
  "a pick-up": { action: "agentPickupChat" },
  "a transfer": { action: "transferChat", userId: bela.uId, note: "Loans" },
  "an invitation": { action: "inviteAgent", userId: bela.uId },
  "an answer": { action: "agentReplyChat", text: "One moment" },
  "a close": undefined,
} as const;
type Command = keyof typeof COMMANDS;

/** A chat of which the command is possible. */
async function prepared(command: Command): Promise<string> {
  const { chatId } = await makeWaiting(harness, channel);
  if (command !== "a pick-up")
    await doing(asAsha(noFaults()), chatId, chatAction.parse({ action: "agentPickupChat" }));
  return chatId;
}

function run(ctx: Ctx, chatId: string, command: Command, id: string): Promise<unknown> {
  const action = COMMANDS[command];
  return action === undefined
    ? press(ctx, chatId, { action: "close", id, feedback: "Done" })
    : doing(ctx, chatId, chatAction.parse({ ...action, id }));
}

/** All that a command leaves: the chat, what was noted and said, what screens were told, what was counted. */
const left = async (chatId: string, { enterpriseId }: Pick<Person, "enterpriseId">) =>
  rowsOf<Record<string, unknown>>(
    harness,
    `SELECT c.state, c.handler, c.people, c.seq, c.revision, c.unread, c.waiting_since IS NULL AS had,
       (SELECT json_group_array(json_array(a.type, a.seq, a."to", a.text)) FROM chat_actions a WHERE a.chat_id = c.id) AS actions,
       (SELECT json_group_array(json_array(m.direction, m.seq, m.body, m.status = 'queued')) FROM messages m WHERE m.chat_id = c.id) AS messages,
       (SELECT count(*) FROM live_events e WHERE e.enterprise_id = ?2 AND instr(e.body, c.id) > 0) AS told,
       (SELECT count(*) FROM former_places f WHERE f.chat_id = c.id) AS untold,
       (SELECT count(*) FROM timers t WHERE t.subject = c.id) AS timers
     FROM chats c WHERE c.id = ?1`,
    chatId,
    enterpriseId,
  );

describe.each(["before", "after"] as const)("when a call fails %s it took effect (R-01)", (mode) => {
  test.each(Object.keys(COMMANDS) as Command[])(
    "%s that is asked for until it is answered leaves what one without a failure does, whichever call it was",
    async (command) => {
      const calm = await prepared(command);
      await run(asAsha(noFaults()), calm, command, randomUUID());
      const expected = await left(calm, owner);
      for (let failAt = 1; ; failAt++) {
        const chatId = await prepared(command);
        const faults: Faults = { ...noFaults(), failAt, mode };
        const id = randomUUID();
        for (let tries = 0; ; tries++) {
          try {
            await run(asAsha(faults), chatId, command, id);
            break;
          } catch {
            expect(tries, `call ${failAt}`).toBeLessThan(2);
          }
        }
        expect(await left(chatId, owner), `call ${failAt}`).toEqual(expected);
        if (faults.calls < failAt) break;
        expect(failAt).toBeLessThan(20);
      }
    },
  );
});
