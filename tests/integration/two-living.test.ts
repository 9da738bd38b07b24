import { expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { randomOf } from "#tests/support/import-load.ts";
import {
  leaveToTest,
  makeChannel,
  messagesOf,
  queueFor,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { simulator } from "#workers/channels/simulator/index.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { claimBlock } from "#workers/domain/messaging/claim.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { giveBack, noteOutcomes } from "#workers/domain/messaging/outcomes.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

/** Two instances of what should be one, in every order in which their statements may meet. */
const harness = await startHarness();
const ROUNDS = Number(process.env.CHATBIRD_MEETINGS ?? 60);
const SEED = 12;

const random = randomOf(SEED);
/** Lets the other go ahead, by now and then some turns of the loop and some of the clock. */
const hesitate = async (): Promise<void> => {
  const dice = random();
  if (dice < 0.3) return;
  if (dice < 0.6) await new Promise((resolve) => setImmediate(resolve));
  else await new Promise((resolve) => setTimeout(resolve, dice * 6));
};

interface Given {
  owner: Person;
  channel: TestChannel;
}
async function given(): Promise<Given> {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  return { owner, channel };
}
/** One of the two: before each of its calls the other may go ahead. */
const instance = ({ owner }: Given) => watchedCtx(harness, owner, hesitate);

test(
  `two lanes that live at once work each event once and in order, in ${ROUNDS} meetings`,
  { timeout: 600_000 },
  async () => {
    const here = await given();
    const { id } = here.channel;
    const lane = { id, type: 4, contactId: "", departmentId: null, agentId: "a bot" };
    let refused = 0;
    let said = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const people = [1, 2, 1 + (round % 7)].map((person) => `+91987658000${person}`);
      const events = people.map((phone) => saying(phone, String(++said)));
      const rows = events.map((raw) => ({ key: raw.key, raw }));
      await acceptEvents(
        watchedCtx(harness, here.owner, () => undefined),
        id,
        rows,
      );
      const worked = async () => {
        const ctx = instance(here);
        for (;;) {
          const { again, heard } = await workPage(ctx, lane, simulator, {
            hash: async ({ value }) => value,
            tellRuns,
            fileUrl: String,
            messageUrl: String,
          });
          if (!again) return;
          if (heard === 0) refused++;
        }
      };
      await Promise.all([worked(), worked()]);
    }
    const states =
      "SELECT state, attempts, count(*) AS n FROM inbound_events WHERE channel_id = ? GROUP BY 1, 2";
    expect(await rowsOf(harness, states, id)).toEqual([{ state: "done", attempts: 0, n: said }]);
    const messages = await messagesOf(harness, here.channel);
    expect(messages).toHaveLength(said);
    expect(new Set(messages.map(({ text }) => text)).size).toBe(said);
    const turns = "SELECT count(*) AS n FROM message_turns WHERE channel_id = ?";
    expect(await rowsOf(harness, turns, id)).toEqual([{ n: said }]);
    for (const [index, { chat_id: chat, text, seq }] of messages.entries()) {
      const before = messages[index - 1];
      if (before?.chat_id !== chat) expect(seq).toBe(1);
      else expect([seq, Number(text) > Number(before.text)]).toEqual([before.seq + 1, true]);
    }
    // They did meet: else this says nothing.
    expect(refused).toBeGreaterThan(ROUNDS / 10);
  },
);

test(
  `of two senders that live at once each message is one's, and nobody has two open calls, in ${ROUNDS} meetings`,
  { timeout: 600_000 },
  async () => {
    const here = await given();
    const { id } = here.channel;
    const channel = { id, type: channelTypes.whatsApp, hasWindow: true, pair: null };
    const taken: string[] = [];
    const open = new Set<string>();
    const both = new Set<string>();
    const wrong: string[] = [];
    const ids: string[] = [];
    const sends = async (name: string) => {
      const ctx = instance(here);
      for (let empty = 0; empty < 2;) {
        const { block } = await claimBlock(ctx, channel, name, 3);
        empty = block.length === 0 ? empty + 1 : 0;
        for (const message of block) {
          if (open.has(message.identityId)) wrong.push(message.id);
          open.add(message.identityId);
          taken.push(message.id);
        }
        if (block.length > 0) both.add(name);
        await hesitate();
        // The database has the outcomes, and only then is the person free.
        for (const { identityId } of block) open.delete(identityId);
        const ended = block.map((message) => ({
          id: message.id,
          attempts: 1,
          at: Date.now(),
          result: { outcome: "sent", vendorId: `two.${message.id}` } as const,
        }));
        await noteOutcomes(ctx, { id, pairMs: 0, idempotent: false }, name, ended);
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      ids.push(...(await queueFor(harness, here.channel, { people: 3, each: 2 })));
      await Promise.all([sends(`${id}:0`), sends(`${id}:1`)]);
    }
    expect(taken.toSorted()).toEqual(ids.toSorted());
    expect(wrong).toEqual([]);
    expect(both.size).toBe(2);
    const ends =
      "SELECT status, attempts, claimed_by, count(*) AS n FROM messages WHERE channel_id = ? GROUP BY 1, 2, 3";
    expect(await rowsOf(harness, ends, id)).toEqual([
      { status: "sent", attempts: 1, claimed_by: null, n: ids.length },
    ]);
  },
);

test("what a sender says of a message that is another's by now changes nothing", async () => {
  const here = await given();
  const { id } = here.channel;
  const channel = { id, type: channelTypes.whatsApp, hasWindow: true, pair: null };
  const ctx = watchedCtx(harness, here.owner, () => undefined);
  await queueFor(harness, here.channel, { people: 1 });
  const { block } = await claimBlock(ctx, channel, `${id}:0`, 1);
  await giveBack(ctx, `${id}:0`);
  expect((await claimBlock(ctx, channel, `${id}:1`, 1)).block).toHaveLength(1);
  const late = block.map((message) => ({
    id: message.id,
    attempts: 1,
    at: 1,
    result: { outcome: "failed", code: "late", reason: "Late" } as const,
  }));
  await noteOutcomes(ctx, { id, pairMs: 0, idempotent: false }, `${id}:0`, late);
  const row = "SELECT status, code, claimed_by FROM messages WHERE channel_id = ?";
  expect(await rowsOf(harness, row, id)).toEqual([{ status: "queued", code: null, claimed_by: `${id}:1` }]);
});
