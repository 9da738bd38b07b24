// Races of people in chats: many press Pick up on one chat; a chat is handed to two at once; an answer, or the customer's
// words, cross its close; and waiting chats of two channels are offered while their agents take them. Says for each how many rounds had a
// winner, and whether the counts are what the rows say. `--rounds 1000 --agents 50`
import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  chatDrift,
  deliver,
  makeChannel,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import * as statusApi from "#workers/contract/endpoints/agent-status.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import { option } from "./options.ts";

const ROUNDS = option("rounds", 1_000);
const AGENTS = option("agents", 50);
const CAPACITY = 3;
const EACH_PAGE = 100;
const LOOK_MS = 50;

const harness = await startHarness();
answerOurselves(harness);
let phone = 10_000_000;

/** An enterprise of its own with agents, and chats that wait for them on one channel or two. */
async function place(agentCount: number, chatCount: number, channelCount = 1) {
  const owner = await makePerson(harness);
  const channels = await Promise.all(Array.from({ length: channelCount }, () => makeChannel(harness, owner)));
  const agents: Person[] = [];
  for (let at = 0; at < agentCount; at++)
    agents.push(await makeColleague(harness, owner, { roles: [3], name: `Agent ${at}` }));
  const fill = async () => {
    for (let from = 0; from < chatCount; from += EACH_PAGE * channelCount)
      await Promise.all(
        channels.map((channel) =>
          deliver(
            harness,
            channel,
            Array.from({ length: Math.min(EACH_PAGE, chatCount - from) }, () =>
              saying(`+9198${phone++}`, "hello"),
            ),
          ),
        ),
      );
    for (;;) {
      const rows = await rowsOf<{ id: string }>(
        harness,
        "SELECT id FROM chats WHERE enterprise_id = ? ORDER BY id",
        owner.enterpriseId,
      );
      if (rows.length >= chatCount) return rows.map(({ id }) => id);
      await pause(LOOK_MS);
    }
  };
  return { owner, agents, channels, fill };
}

const act = (person: Person, chatId: string, action: object) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { id: randomUUID(), ...action });
const chatRow = async (chatId: string) => {
  const [row] = await rowsOf<{ state: number; handler: string | null; people: string; picked: number }>(
    harness,
    `SELECT c.state, c.handler, c.people, (SELECT count(*) FROM chat_actions a WHERE a.chat_id = c.id AND a.type = 2) AS picked
     FROM chats c WHERE c.id = ?`,
    chatId,
  );
  if (!row) throw new Error(`The chat ${chatId} is gone.`);
  return row;
};
const driftOf = ({ enterpriseId }: Person) => chatDrift(harness, enterpriseId);

const wrong: string[] = [];
function say(name: string, rounds: number, right: number, drift: number, began: number): void {
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${name.padEnd(34)} ${right} of ${rounds} right   counts that drifted ${drift}   ${seconds} s`);
  if (right !== rounds || drift !== 0) wrong.push(name);
}

{
  const { owner, agents, fill } = await place(AGENTS, ROUNDS);
  const chats = await fill();
  const began = performance.now();
  let right = 0;
  for (const chatId of chats) {
    const answers = await Promise.all(
      agents.map(async (agent) => {
        const response = await act(agent, chatId, { action: "agentPickupChat" });
        const { message } = (await response.json()) as { message: string };
        return { agent, status: response.status, message };
      }),
    );
    const winners = answers.filter(({ status }) => status === 200);
    const { handler, picked } = await chatRow(chatId);
    const losersTold = answers.every(
      ({ status, message }) =>
        status === 200 || (status === 409 && message.endsWith("has picked up this chat already.")),
    );
    if (winners.length === 1 && losersTold && handler === winners[0]?.agent.userId && picked === 1) right++;
  }
  say(`${AGENTS} press Pick up`, chats.length, right, await driftOf(owner), began);
}

const FEWER = Math.max(1, Math.round(ROUNDS / 10));
{
  const { owner, agents, fill } = await place(3, FEWER);
  const [first, second, third] = agents as [Person, Person, Person];
  const chats = await fill();
  const began = performance.now();
  let right = 0;
  for (const chatId of chats) {
    await act(first, chatId, { action: "agentPickupChat" });
    const statuses = await Promise.all(
      [second, third].map(async ({ userId }) => {
        const { status } = await act(first, chatId, { action: "transferChat", userId });
        return { userId, status };
      }),
    );
    const made = statuses.filter(({ status }) => status === 200);
    const { handler, people } = await chatRow(chatId);
    const asked = (JSON.parse(people) as { uId: string; part: string }[]).filter(
      ({ part }) => part === "transferred",
    );
    if (made.length === 1 && handler === null && asked.length === 1 && asked[0]?.uId === made[0]?.userId)
      right++;
  }
  say("one chat is handed to two", chats.length, right, await driftOf(owner), began);
}

{
  const { owner, agents, fill } = await place(1, FEWER);
  const [agent] = agents as [Person];
  const chats = await fill();
  const began = performance.now();
  let right = 0;
  for (const chatId of chats) {
    await act(agent, chatId, { action: "agentPickupChat" });
    const id = randomUUID();
    const [answer, close] = await Promise.all([
      act(agent, chatId, { id, action: "agentReplyChat", text: "One moment" }),
      agent.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() }),
    ]);
    const kept = await rowsOf(harness, "SELECT 1 FROM messages WHERE id = ?", id);
    const { state } = await chatRow(chatId);
    // Whichever came first: an answer that was taken is there, one that was refused is not.
    const isKept = answer.status === 200 ? kept.length === 1 : answer.status === 409 && kept.length === 0;
    if (close.status === 200 && state === CHAT.closed && isKept) right++;
  }
  say("an answer crosses the close", chats.length, right, await driftOf(owner), began);
}

{
  const { owner, agents, channels, fill } = await place(1, FEWER);
  const [agent, channel] = [agents[0] as Person, channels[0] as (typeof channels)[number]];
  const chats = await fill();
  const began = performance.now();
  const placeOf = async (vendorId: string) => {
    for (;;) {
      const [row] = await rowsOf<{ state: number }>(
        harness,
        "SELECT c.state FROM messages m JOIN chats c ON c.id = m.chat_id WHERE m.channel_id = ? AND m.vendor_id = ?",
        channel.id,
        vendorId,
      );
      if (row) return row.state;
      await pause(LOOK_MS);
    }
  };
  let right = 0;
  for (const chatId of chats) {
    await act(agent, chatId, { action: "agentPickupChat" });
    const [seen] = await rowsOf<{ address: string; seq: number }>(
      harness,
      "SELECT a.address, c.seq FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.id = ?",
      chatId,
    );
    const said = saying(seen?.address ?? "", "wait, one more thing");
    const [, close] = await Promise.all([
      deliver(harness, channel, [said]),
      agent.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { seenSeq: seen?.seq }),
    ]);
    // In the chat that is still open, or in the next one.
    const state = await placeOf(said.key);
    if ([200, 409].includes(close.status) && state !== CHAT.closed) right++;
  }
  say("the customer's words cross the close", chats.length, right, await driftOf(owner), began);
}

{
  const rounds = Math.max(1, Math.round(ROUNDS / 100));
  const count = 20;
  const { owner, agents, fill } = await place(5, count, 2);
  await owner.call(chatConfigApi.saveChatConfig, {
    body: { ...noChatRules, assignment: "balanced", capacity: CAPACITY },
  });
  for (const agent of agents)
    await agent.call(statusApi.updateAgentStatus, { body: { agentStatus: "online" } });
  const began = performance.now();
  let right = 0;
  for (let round = 0; round < rounds; round++) {
    await fill();
    let most = 0;
    const loads = () =>
      rowsOf<{ load: number }>(
        harness,
        `SELECT count(*) AS load FROM chats c, json_each(CASE WHEN c.handler IS NULL THEN c.people ELSE json_array(json_object('uId', c.handler, 'part', 'assigned')) END) p
         WHERE c.enterprise_id = ? AND c.state IN (${CHAT.started}, ${CHAT.ongoing}) AND p.value->>'part' = 'assigned' GROUP BY p.value->>'uId'`,
        owner.enterpriseId,
      );
    // Each accepts what they are offered as soon as they see it, while others are being offered.
    for (let looks = 0; looks < 40; looks++) {
      const offered = await rowsOf<{ id: string; uId: string }>(
        harness,
        `SELECT c.id, p.value->>'uId' AS uId FROM chats c, json_each(c.people) p WHERE c.enterprise_id = ? AND c.handler IS NULL AND p.value->>'part' = 'assigned'`,
        owner.enterpriseId,
      );
      await Promise.all(
        offered.flatMap(({ id, uId }) => {
          const agent = agents.find(({ userId }) => userId === uId);
          return agent ? [act(agent, id, { action: "acceptAssign" })] : [];
        }),
      );
      for (const { load } of await loads()) most = Math.max(most, load);
      if ((await loads()).reduce((sum, { load }) => sum + load, 0) >= agents.length * CAPACITY) break;
      await pause(LOOK_MS);
    }
    const full = (await loads()).map(({ load }) => load);
    if (most <= CAPACITY && full.length === agents.length && full.every((load) => load === CAPACITY)) right++;
    else console.log(`  round ${round}: at most ${most} at once, at the end ${full.join(" ")}`);
    // The next round begins with nobody busy.
    await harness.env.TENANT_1.prepare("DELETE FROM chats WHERE enterprise_id = ?")
      .bind(owner.enterpriseId)
      .run();
  }
  say("two channels fill five agents", rounds, right, await driftOf(owner), began);
}

await harness.stop();
console.log(wrong.length === 0 ? "met" : `MISSED: ${wrong.join(", ")}`);
process.exit(wrong.length === 0 ? 0 : 1);
