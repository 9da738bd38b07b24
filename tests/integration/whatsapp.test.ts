import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { trainBot } from "#db/seed/train.ts";
import { eventually } from "#tests/support/eventually.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { createChannel, meta } from "#tests/support/channels.ts";
import { startHarness } from "#tests/support/harness.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";

const harness = await startHarness();
const CORPUS = referenceCorpus("whatsapp-webhooks", "inbound.json");
const recorded = existsSync(CORPUS)
  ? (JSON.parse(readFileSync(CORPUS, "utf8")) as { name: string; payload: object }[])
  : [];
if (recorded.length === 0) console.log("skipped: the recorded payloads are not here (1 test)");

/** Delivers a body as Meta does; "CANARY-app-secret" is the channel's. */
const deliver = (channelId: string, body: string, secret = "CANARY-app-secret") =>
  harness.fetch(`/api/webhooks/whatsapp-cloud/${channelId}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    body,
  });

const textFrom = (from: string, id: string, text: string) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "102290129340398",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "4915112345678", phone_number_id: "106540352242922" },
              contacts: [{ profile: { name: "Asha" }, wa_id: from }],
              messages: [
                {
                  from,
                  id,
                  timestamp: String(Math.floor(Date.now() / 1_000)),
                  type: "text",
                  text: { body: text },
                },
              ],
            },
          },
        ],
      },
    ],
  });

test("a customer on WhatsApp is answered by the bot through Meta's own call, whose answer is stored", async () => {
  const owner = await makePerson(harness);
  const bot = await makeBot(owner, smallBank);
  await trainBot(owner, bot.agentId);
  const { id } = await createChannel(owner, meta({ agentId: bot.agentId }));
  const graph = answerOutbound("https://graph.facebook.com/", () =>
    Response.json({ messages: [{ id: "wamid.answer", message_status: "accepted" }] }),
  );
  expect((await deliver(id, textFrom("919876520001", "wamid.1", "what is my balance"))).status).toBe(200);
  await eventually(async () => {
    const rows = await rowsOf<{ status: string; vendor_id: string }>(
      harness,
      "SELECT status, vendor_id FROM messages WHERE channel_id = ? AND direction = 'out'",
      id,
    );
    expect(rows).toEqual([{ status: "sent", vendor_id: "wamid.answer" }]);
  });
  const [call] = graph.requests;
  expect(new URL(call?.url ?? "").pathname).toMatch(/\/106540352242922\/messages$/);
  expect(call?.headers.get("authorization")).toBe("Bearer CANARY-access-token");
  expect(await call?.json()).toMatchObject({
    to: expect.stringContaining("919876520001"),
    text: { body: "Answer of Balance" },
  });
});

test("Meta's question for the address is answered with its word, a wrong token is not", async () => {
  const owner = await makePerson(harness);
  const { id } = await createChannel(owner, meta());
  const [{ webhook_token: token } = { webhook_token: "" }] = await rowsOf<{ webhook_token: string }>(
    harness,
    "SELECT webhook_token FROM channels WHERE id = ?",
    id,
  );
  const ask = (word: string) =>
    harness.fetch(
      `/api/webhooks/whatsapp-cloud/${id}?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=1158201444`,
    );
  const right = await ask(token);
  expect([right.status, await right.text()]).toEqual([200, "1158201444"]);
  expect((await ask("guessed")).status).toBe(401);
  expect((await deliver(id, textFrom("919876520002", "wamid.2", "hello"), "another secret")).status).toBe(
    401,
  );
});

test("a call whose answer is lost is never made again, and is shown as not confirmed", async () => {
  const owner = await makePerson(harness);
  const { id } = await createChannel(owner, meta());
  const graph = answerOutbound("https://graph.facebook.com/", () => new Response("<html>", { status: 502 }));
  await deliver(id, textFrom("919876520003", "wamid.3", "hello"));
  await eventually(async () => {
    const rows = await rowsOf<{ status: string }>(
      harness,
      "SELECT status FROM messages WHERE channel_id = ? AND direction = 'out'",
      id,
    );
    expect(rows).toEqual([{ status: "unknown" }]);
  });
  await harness.scheduled();
  const [{ id: ownId } = { id: "" }] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM messages WHERE channel_id = ? AND direction = 'out'",
    id,
  );
  expect(graph.requests).toHaveLength(1);
  // Its status carries our own id, which settles it.
  const status = JSON.stringify({
    entry: [
      {
        id: "102290129340398",
        changes: [
          {
            field: "messages",
            value: {
              metadata: { phone_number_id: "106540352242922" },
              statuses: [
                {
                  id: "wamid.late",
                  status: "delivered",
                  timestamp: "1700000000",
                  recipient_id: "919876520003",
                  biz_opaque_callback_data: ownId,
                },
              ],
            },
          },
        ],
      },
    ],
  });
  await deliver(id, status);
  await eventually(async () => {
    const rows = await rowsOf<{ status: string; vendor_id: string }>(
      harness,
      "SELECT status, vendor_id FROM messages WHERE id = ?",
      ownId,
    );
    expect(rows).toEqual([{ status: "delivered", vendor_id: "wamid.late" }]);
  });
});

test.runIf(recorded.length > 0)(
  "every recorded payload, fifty times at once and once more, is one effect",
  async () => {
    const owner = await makePerson(harness);
    answerOutbound("https://graph.facebook.com/", ({ method }) =>
      // Their files are long gone.
      method === "GET"
        ? Response.json({ error: { code: 100 } }, { status: 400 })
        : Response.json({ messages: [{ id: `wamid.${crypto.randomUUID()}` }] }),
    );
    const { id } = await createChannel(owner, meta());
    for (const [at, { payload }] of recorded.entries()) {
      const body = JSON.stringify(payload).replaceAll("wamid.ID", `wamid.recorded.${at}`);
      const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(id, body)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await deliver(id, body)).status).toBe(200);
    }
    await eventually(async () => {
      const events = await rowsOf<{ state: string; many: number }>(
        harness,
        "SELECT state, count(*) AS many FROM inbound_events WHERE channel_id = ? GROUP BY state ORDER BY state",
        id,
      );
      expect(events.reduce((sum, { many }) => sum + many, 0)).toBe(recorded.length);
      expect(events.filter(({ state }) => !["done", "waiting"].includes(state))).toEqual([]);
    });
    await eventually(async () => {
      const media = await rowsOf(
        harness,
        "SELECT id FROM message_media WHERE channel_id = ? AND state = 'waiting'",
        id,
      );
      expect(media).toEqual([]);
    });
    const messages = recorded.filter(({ payload }) => JSON.stringify(payload).includes('"messages":'));
    const [{ many } = { many: 0 }] = await rowsOf<{ many: number }>(
      harness,
      "SELECT count(*) AS many FROM messages WHERE channel_id = ? AND direction = 'in'",
      id,
    );
    expect(many).toBe(messages.length);
  },
);
