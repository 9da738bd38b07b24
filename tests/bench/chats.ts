// Agents with open chats hear what customers write, and answer: how long a message takes from the vendor's webhook to its
// agent's socket, and an answer from the agent's call to the vendor, while nothing may be lost and the counts may not drift.
// `--agents 100 --chats 2000 --in 50 --out 20 --seconds 180`
import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { chatDrift, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { option, percentile } from "./options.ts";
import { ws } from "./ws-broadcast.ts";

const AGENTS = option("agents", 100);
const CHATS = option("chats", 2_000);
const IN = option("in", 50);
const OUT = option("out", 20);
const SECONDS = option("seconds", 180);
/** Milliseconds at p95, both ways. */
const GOAL_MS = 150;
/** Calls under way at the end may take so long. */
const PATIENCE_MS = 20_000;
const EACH_PAGE = 100;

const harness = await startHarness();
const owner = await makePerson(harness);
const channel = await makeChannel(harness, owner);

/** When each message was sent, by a word of its own or by its id, until it has come. */
const under = { in: new Map<string, number>(), out: new Map<string, number>() };
const took = { in: [] as number[], out: [] as number[] };
const came = (way: "in" | "out", name: string) => {
  const since = under[way].get(name);
  if (since === undefined) return;
  under[way].delete(name);
  took[way].push(performance.now() - since);
};

// The simulated vendor tells what became of a message at once: then it has it.
answerOutbound("http://127.0.0.1:8787/api/", async (request) => {
  const body = await request.text();
  for (const [, id] of body.matchAll(/"ownId":"([^"]+)"/g)) if (id) came("out", id);
  const { pathname } = new URL(request.url);
  return harness.fetch(pathname, {
    method: request.method,
    headers: Object.fromEntries(request.headers.entries()),
    body,
  });
});

console.log(`${AGENTS} agents, ${CHATS} chats, ${IN}/s in and ${OUT}/s out for ${SECONDS} s`);
const phoneOf = (chat: number) => `+9198${String(10_000_000 + chat)}`;
for (let from = 0; from < CHATS; from += EACH_PAGE) {
  const page = Array.from({ length: Math.min(EACH_PAGE, CHATS - from) }, (_, at) =>
    saying(phoneOf(from + at), "hello", { name: `Customer ${from + at}` }),
  );
  await deliver(harness, channel, page);
}
const chatsNow = () =>
  rowsOf<{ id: string; phone: string }>(
    harness,
    "SELECT c.id, a.address AS phone FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? ORDER BY a.address",
    channel.id,
  );
let chats = await chatsNow();
while (chats.length < CHATS) {
  await pause(200);
  chats = await chatsNow();
}
const agents: Person[] = [];
for (let at = 0; at < AGENTS; at++)
  agents.push(await makeColleague(harness, owner, { roles: [3], name: `Agent ${at}` }));
const handlerOf = (chat: number) => agents[chat % AGENTS] as Person;
await harness.env.TENANT_1.prepare(
  `UPDATE chats SET state = 2, handler = e.value->>1, handler_name = 'Agent', waiting_since = NULL, unread = 0, revision = revision + 1
   FROM json_each(?1) e WHERE chats.id = e.value->>0`,
)
  .bind(JSON.stringify(chats.map(({ id }, at) => [id, handlerOf(at).userId])))
  .run();
for (const agent of agents) {
  const { ticket } = await agent.call(accountApi.socketTicket);
  const socket = new ws.WebSocket(`${harness.url.replace("http", "ws")}/api/actions?ticket=${ticket}`, {
    perMessageDeflate: false,
  });
  socket.on("message", (data) => {
    for (const [, word] of String(data).matchAll(/"text":"(word-\d+)"/g)) if (word) came("in", word);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
}

let refused = 0;
let sent = 0;
let said = 0;
const write = async () => {
  const word = `word-${said++}`;
  const phone = chats[Math.floor(Math.random() * CHATS)]?.phone ?? "";
  under.in.set(word, performance.now());
  const { ok } = await deliver(harness, channel, [saying(phone, word)]);
  if (!ok) refused++;
};
const answer = async () => {
  const at = Math.floor(Math.random() * CHATS);
  const id = randomUUID();
  sent++;
  under.out.set(id, performance.now());
  const { ok } = await handlerOf(at).send("POST", `/api/e/enterprise/chat/${chats[at]?.id}/actions`, {
    action: "agentReplyChat",
    id,
    text: "An answer of usual length, which says what is to be done next.",
  });
  if (!ok) refused++;
};
/** Calls so often, whether or not the former ones are done: a slow system gets no rest. */
const calling = (work: () => Promise<void>, perSecond: number): Promise<void>[] => {
  const calls: Promise<void>[] = [];
  const began = performance.now();
  const ticking = setInterval(() => {
    const due = Math.min(((performance.now() - began) / 1_000) * perSecond, SECONDS * perSecond);
    while (calls.length < due) calls.push(work());
  }, 5);
  setTimeout(() => clearInterval(ticking), SECONDS * 1_000 + 50);
  return calls;
};
const all = [calling(write, IN), calling(answer, OUT)];
await pause(SECONDS * 1_000 + 100);
await Promise.all(all.flat());
for (const until = Date.now() + PATIENCE_MS; under.in.size + under.out.size > 0 && Date.now() < until;)
  await pause(100);

const drift = await chatDrift(harness, owner.enterpriseId);
const figures = (times: readonly number[]) =>
  [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${percentile(times, share).toFixed(0)} ms`).join("   ");
console.log(`customer's message to the agent's socket   ${figures(took.in)}   (${said} sent)`);
console.log(`agent's answer to the vendor               ${figures(took.out)}   (${sent} sent)`);
const lost = under.in.size + under.out.size;
console.log(`lost ${lost}   refused ${refused}   counts that drifted ${drift}   goal p95 ${GOAL_MS} ms`);
const isMet =
  lost + refused + drift === 0 && [took.in, took.out].every((times) => percentile(times, 0.95) <= GOAL_MS);
console.log(isMet ? "met" : "MISSED");
process.exit(isMet ? 0 : 1);
