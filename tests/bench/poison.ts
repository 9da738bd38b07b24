// One channel with a bot, on which many customers write: how soon their messages are on a screen and their answers with the
// vendor, first while all is quiet, then with an event each second that no database takes, then while some ask what the
// bot must ask a model that does not answer for a minute. Ratios of one run; nothing may be lost, and nobody's order.
//   npm run bench poison -- [--rate 20] [--seconds 20]
import { setTimeout as pause } from "node:timers/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHmac } from "node:crypto";
import { onScreen } from "./on-screen.ts";
import { option, percentile } from "./options.ts";
import { deeplyNested, inDatabase, messagePower } from "#tests/support/message-power.ts";
import { saying } from "#tests/support/messaging.ts";
import { startOpenAiServer } from "#tests/support/openai-server.ts";
import { SIGNATURE } from "#workers/channels/simulator/wire.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import * as knowledgeApi from "#workers/contract/endpoints/knowledge.ts";
import { buildStale } from "../../scripts/build.ts";

const RATE = option("rate", 20);
const SECONDS = option("seconds", 20);
const CUSTOMERS = 60;
/** Customers who ask what only the model can answer. */
const SLOW = 10;
const MOST_RATIO = 2;
const REST_MS = 120_000;

await buildStale();
process.env.CHATBIRD_ALLOW_PRIVATE = "yes";
const model = await startOpenAiServer();
const site = createServer((_, response) => {
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(
      "<title>Help</title><p>Parcels travel by ship and by train, and a parcel that is late is paid back.</p>",
    );
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const power = await messagePower({ env: { CHATBIRD_ALLOW_PRIVATE: "yes" } });
const { served, client, agentId } = power;

async function learn(): Promise<void> {
  const { id: genAiConfigId } = await client.call(integrationsApi.createIntegration, {
    body: {
      name: "Slow",
      llm: 1,
      apikey: "none",
      settings: { baseUrl: model.url, embeddingModel: "text-embedding-3-small" },
    },
  });
  const params = { id: agentId };
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  await client.call(knowledgeApi.saveKnowledge, {
    params,
    body: { kbFromWebsite: true, websitesUrls: [url], genAiConfigId },
  });
  while ((await client.call(knowledgeApi.getKnowledge, { params })).building.state !== "idle")
    await pause(200);
}

let made = 0;
let refused = 0;
const sent = new Map<string, number>();
const screens = new Map<string, number>();

async function deliver(phone: string, text: string | MessageBody, vendorId: string): Promise<void> {
  const body = JSON.stringify({ events: [saying(phone, text, { vendorId })] });
  const response = await fetch(`${served.url}/api/webhooks/simulator/${power.channelId}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [SIGNATURE]: `sha256=${createHmac("sha256", power.token).update(body).digest("hex")}`,
    },
    body,
  });
  await response.body?.cancel();
  if (!response.ok) refused++;
}

/** One message of the customers who are watched, at its time; each writes every third second. */
function ordinary(part: string): Promise<void> {
  const n = ++made;
  const id = `${part}.${n}`;
  sent.set(id, performance.now());
  return deliver(`+91960200${10_000 + (n % CUSTOMERS)}`, "what is my balance", id);
}

async function atRest(): Promise<void> {
  const until = Date.now() + REST_MS;
  const sql = `SELECT (SELECT count(*) FROM inbound_events WHERE state IN ('pending', 'waiting')) + (SELECT count(*) FROM message_turns WHERE state = 'waiting')
    + (SELECT count(*) FROM messages WHERE direction = 'out' AND status IN ('queued', 'sent')) AS n`;
  while (Date.now() < until && (await inDatabase<{ n: number }>(served.state, sql))[0]?.n !== 0)
    await pause(250);
}

interface Figures {
  screen: number[];
  answer: number[];
}

/** A part of the run: the same customers as ever, and beside them once a second whatever troubles them. */
async function during(part: string, trouble?: (second: number) => Promise<void>): Promise<Figures> {
  const open: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < RATE * SECONDS; n++) {
    const early = began + (n * 1_000) / RATE - performance.now();
    if (early > 1) await pause(early);
    if (trouble && n % RATE === 0) open.push(trouble(n / RATE));
    open.push(ordinary(part));
  }
  await Promise.all(open);
  await atRest();
  await pause(1_000);
  const answers = await inDatabase<{ ms: number }>(
    served.state,
    `SELECT json_extract(a.facts, '$.sent[0]') - m.at AS ms FROM messages a JOIN messages m ON a.cause = 'turn:' || m.id
     WHERE m.vendor_id LIKE ? AND json_extract(a.facts, '$.sent[0]') IS NOT NULL`,
    `${part}.%`,
  );
  const screen = [...screens].flatMap(([id, ms]) => (id.startsWith(`${part}.`) ? [ms] : []));
  return { screen, answer: answers.map(({ ms }) => ms) };
}

let right = true;
try {
  await learn();
  const close = await onScreen(power, (vendorId) => {
    const at = sent.get(vendorId);
    if (at !== undefined && !screens.has(vendorId)) screens.set(vendorId, performance.now() - at);
  });
  // Chats are opened, isolates made and the bot's model loaded before anything is measured.
  await during("warm");
  console.log(`${RATE} messages a second of ${CUSTOMERS} customers for ${SECONDS} s each`);
  const quiet = await during("quiet");
  const parts: [name: string, figures: Figures][] = [["quiet", quiet]];
  parts.push([
    "a poisoned event each second",
    await during("poison", (second) => deliver(`+9196030010${10 + second}`, deeplyNested(), `bad.${second}`)),
  ]);
  parts.push(["quiet again", await during("again")]);
  model.provider.behave("hang");
  parts.push([
    `${SLOW} customers wait for the model`,
    await during("slow", (second) =>
      deliver(
        `+9196040010${10 + (second % SLOW)}`,
        "when does a late parcel by ship arrive",
        `ask.${second}`,
      ),
    ),
  ]);
  model.provider.behave("well");
  close();
  for (const [name, { screen, answer }] of parts) {
    const cells = (
      [
        ["on the screen", screen, quiet.screen],
        ["answer at the vendor", answer, quiet.answer],
      ] as const
    ).map(([what, times, before]) => {
      const ratio = percentile(times, 0.95) / percentile(before, 0.95);
      if (!(ratio <= MOST_RATIO)) right = false;
      return `${what} p50 ${percentile(times, 0.5).toFixed(0)} p95 ${percentile(times, 0.95).toFixed(0)} ms (${ratio.toFixed(2)} x, ${times.length})`;
    });
    console.log(`${name.padEnd(34)} ${cells.join("; ")}`);
  }
  const states = await inDatabase<{ state: string; n: number }>(
    served.state,
    "SELECT state, count(*) AS n FROM inbound_events WHERE event_key LIKE 'bad.%' GROUP BY 1",
  );
  const [counted] = await inDatabase<{ stored: number; disordered: number }>(
    served.state,
    `WITH mine AS (SELECT chat_id, seq, CAST(substr(vendor_id, instr(vendor_id, '.') + 1) AS INTEGER) AS n FROM messages
       WHERE direction = 'in' AND vendor_id NOT LIKE 'ask.%' AND vendor_id NOT LIKE 'bad.%')
     SELECT (SELECT count(*) FROM mine) AS stored,
       (SELECT count(*) FROM mine a JOIN mine b ON b.chat_id = a.chat_id AND b.seq > a.seq AND b.n < a.n) AS disordered`,
  );
  const answered = await inDatabase<{ n: number }>(
    served.state,
    "SELECT count(*) AS n FROM messages a JOIN messages m ON a.cause = 'turn:' || m.id WHERE m.vendor_id LIKE 'ask.%'",
  );
  console.log(
    `${made} written, ${counted?.stored} stored, ${screens.size} on the screen, ${refused} refused, ${counted?.disordered} pairs out of order; poisoned events: ${JSON.stringify(states)}; answered without the model: ${answered[0]?.n} of ${SECONDS}`,
  );
  if (counted?.stored !== made || screens.size !== made || refused > 0 || counted.disordered > 0)
    right = false;
  console.log(right ? `met: at most ${MOST_RATIO} x the quiet part's p95, nothing lost, in order` : "MISSED");
} finally {
  await served.stop();
  await model.stop();
  site.close();
  site.closeAllConnections();
}
process.exitCode = right ? 0 : 1;
