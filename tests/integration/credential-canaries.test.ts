import { afterAll, expect, test } from "vitest";
import { createHmac } from "node:crypto";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { canary, filesOnDisk, objectsOf, type Places, placesOf, tablesOf } from "#tests/support/canaries.ts";
import { channelsPath, meta } from "#tests/support/channels.ts";
import { eventually } from "#tests/support/eventually.ts";
import { type Harness, startHarness } from "#tests/support/harness.ts";
import { answerOurselves, queueFor, rowsOf } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { type MediaChannel, telegramAt, whatsappAt } from "#tests/support/received-media.ts";
import { playing, text } from "#tests/support/simulator.ts";
import { makeVendorChannel } from "#tests/support/vendors/channel.ts";
import { PLAYED } from "#tests/support/vendors/plays.ts";
import type { Row } from "#tests/support/vendors/row.ts";
import { rows as vendorRows } from "#tests/support/vendors/rows.ts";
import { type PlayedVendors, startVendors } from "#tests/support/vendors/server.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes, vendorOf, vendors as allVendors } from "#workers/contract/vendors.ts";

/** S-52: whatever is done with a channel, its credentials are found in nothing that was answered, logged or kept. */
const harness = await startHarness();
const answers: Places = new Map();
/** The same Workers, each of whose answers is kept for the search. */
const heard: Harness = Object.assign(Object.create(harness) as Harness, {
  fetch: async (path: string, init: RequestInit = {}) => {
    const response = await harness.fetch(path, init);
    const said = `${JSON.stringify([...response.headers])} ${await response.clone().text()}`;
    answers.set(`answer ${answers.size} ${init.method ?? "GET"} ${path}`, said);
    return response;
  },
});

const started: PlayedVendors[] = [];
afterAll(async () => {
  for (const each of started) await each.stop();
});

const words = {
  accessToken: canary(),
  appSecret: canary(),
  telegram: canary(),
  secondAccessToken: canary(),
  secondAppSecret: canary(),
  secondTelegram: canary(),
  refused: canary(),
};
const botToken = (word: string): string => `${PLAYED.telegram.botId}:${word.slice(0, 35)}`;
/** A bot's token has no more than 35 letters. */
const secrets = Object.values(words).map((word) => word.slice(0, 35));

async function playedVendors(): Promise<PlayedVendors> {
  const vendors = await startVendors({
    account: {
      graph: { ...PLAYED.graph, accessToken: words.accessToken, appSecret: words.appSecret },
      telegram: { ...PLAYED.telegram, token: botToken(words.telegram) },
    },
  });
  started.push(vendors);
  return vendors;
}

let logged = 0;
const logs: Places = new Map();
/** Everything that was answered, logged and kept so far. */
async function everything(): Promise<Places> {
  for (const { message } of harness.logs()) logs.set(`log ${++logged}`, message);
  const rows = [...(await tablesOf(harness)), ...(await objectsOf(harness))];
  return new Map([...answers, ...logs, ...rows, ...filesOnDisk()]);
}

const statuses = async ({ id }: { id: string }): Promise<string[]> => {
  const sql = "SELECT status FROM messages WHERE channel_id = ? AND direction = 'out' ORDER BY rowid";
  return (await rowsOf<{ status: string }>(harness, sql, id)).map(({ status }) => status);
};

/** A vendor repeats the key that it was given, as they do. */
const refusals = (word: string) =>
  [
    { status: 401, body: JSON.stringify({ error: { message: `Invalid token ${word}`, code: 190 } }) },
    { status: 200, body: `<html>${word}</html>` },
    {
      status: 400,
      body: JSON.stringify({ ok: false, error_code: 400, description: word, error: { message: word } }),
    },
    { hangUp: "after" },
    { hangUp: "before" },
  ] as const;

interface Given {
  owner: Person;
  vendors: PlayedVendors;
}

/** Tests a channel, lets customers write on it and answers them, while its vendor does well and while it does not. */
async function used(
  { owner, vendors }: Given,
  { id, deliver: from }: MediaChannel,
  word: string,
): Promise<void> {
  const tried = () => owner.send("POST", `${channelsPath}/${id}/test`);
  await tried();
  for (const play of refusals(word)) {
    vendors.play(play);
    await tried();
  }
  const hello = { type: "text", text: { body: "hello" } };
  const isTelegram = word === words.telegram;
  // Telegram numbers a chat's messages, ours among them.
  let ends = 0;
  for (const play of [{}, ...refusals(word).slice(0, 4)]) {
    // Each comes in as a new chat, so that each is answered.
    await harness.env.TENANT_1.prepare("UPDATE chats SET state = 3 WHERE channel_id = ?").bind(id).run();
    vendors.play(play);
    expect(
      (
        await from(
          isTelegram ? { text: "hello" } : hello,
          isTelegram ? `${1_000 + ++ends}` : `canary.${id}.${++ends}`,
        )
      ).status,
    ).toBe(200);
    const now = ends;
    await eventually(async () => {
      const all = await statuses({ id });
      expect(all).toHaveLength(now);
      expect(all).not.toContain("queued");
    });
  }
  expect(new Set(await statuses({ id })).size, "sent, failed and not confirmed").toBeGreaterThan(2);
}

const BY_HAND: readonly number[] = [vendorCodes.whatsAppCloud, vendorCodes.telegramBot];
/** Vendors but the two that are used by hand above: one row of each in the contract test. */
const others = [
  ...new Map(
    vendorRows
      .filter(({ adapter }) => !BY_HAND.includes(adapter.vendor))
      .map((row) => [row.adapter.vendor, row] as const),
  ).values(),
];
const otherWords = others.map(() => canary());

/** Makes a channel of such a vendor with a canary for each secret, and uses it while its vendor repeats that. */
async function usedByRow({ owner, vendors }: Given, row: Row, word: string): Promise<void> {
  const { id, type } = await makeVendorChannel(harness, owner, { row, url: vendors.url, secret: word });
  const tried = () => owner.send("POST", `${channelsPath}/${id}/test`);
  await tried();
  for (const play of refusals(word)) {
    vendors.play(play);
    await tried();
  }
  const { enterpriseId } = owner;
  const count = "SELECT count(*) AS n FROM messages WHERE channel_id = ? AND attempts = 0";
  for (const play of [{}, ...refusals(word)]) {
    await queueFor(harness, { id, enterpriseId }, { people: 1, type });
    vendors.play(play);
    const place = { database: "TENANT_1", enterpriseId, channelId: id };
    await harness.inside(`/?sender=${id}:0`, { method: "POST", body: JSON.stringify(place) });
    await eventually(async () => expect(await rowsOf(harness, count, id)).toEqual([{ n: 0 }]));
  }
  // A vendor whose key has another form than a word is not called: what that call would have met is not the next one's.
  vendors.forgetPlays();
  await harness.env.TENANT_1.prepare(
    "UPDATE messages SET status = 'cancelled', claimed_by = NULL WHERE channel_id = ? AND status = 'queued'",
  )
    .bind(id)
    .run();
  const guessed = await heard.fetch(
    `/api/webhooks/${vendorOf(row.adapter.vendor)?.slug}/${id}?token=${word}`,
    {
      method: "POST",
      body: "{}",
    },
  );
  expect(guessed.status).toBe(401);
}

test(
  "credentials are found in no answer, log, row, object, live event or Durable Object (S-52)",
  { timeout: 240_000 },
  async () => {
    harness.logs();
    answerOurselves(harness);
    const owner = await makePerson(heard);
    const vendors = await playedVendors();
    const given = { owner, vendors };
    const { say } = playing(() => owner);
    const whatsapp = await whatsappAt(heard, owner, vendors);
    const telegram = await telegramAt(heard, owner, vendors);
    await used(given, whatsapp, words.accessToken);
    await used(given, telegram, words.telegram);
    // A file is asked for with the credentials.
    await whatsapp.deliver(
      { type: "image", image: { id: "a file", mime_type: "image/jpeg" } },
      "canary.file",
    );

    // Nobody's webhooks: signed by another, not signed, asked with a guess, and one that is signed and cannot be read.
    const forged = JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: words.refused }] });
    const at = (path: string, headers: Record<string, string>, body = "{}") =>
      heard.fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
    const signed = (secret: string, body: string) => ({
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    });
    const [atMeta, atTelegram] = [
      `/api/webhooks/whatsapp-cloud/${whatsapp.id}`,
      `/api/webhooks/telegram/${telegram.id}`,
    ];
    const refusedWebhooks = [
      await at(atMeta, signed(words.refused, forged), forged),
      await at(atMeta, { "x-hub-signature-256": words.appSecret }),
      await at(atMeta, {}),
      await at(atTelegram, { "x-telegram-bot-api-secret-token": botToken(words.telegram) }),
      await heard.fetch(`${atMeta}?hub.mode=subscribe&hub.verify_token=${words.appSecret}&hub.challenge=1`),
    ];
    expect(refusedWebhooks.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await at(atMeta, signed(words.appSecret, "{"), "{")).status).toBe(200);

    // A refusal of a credential repeats none.
    const data = { phoneNumberId: "1", wabaId: "2", accessToken: words.refused, appSecret: words.refused };
    const refusedCalls = [
      await owner.send("POST", channelsPath, meta({ name: "", data })),
      await owner.send("POST", channelsPath, meta({ data: { ...data, accessToken: ` ${words.refused}` } })),
      await owner.send("POST", channelsPath, meta({ data: { ...data, unknown: words.refused } })),
      await owner.send("POST", channelsPath, meta({ data: words.refused })),
      await owner.send("POST", channelsPath, `{"data": {"accessToken": ${words.refused}`),
      await owner.send("PUT", `${channelsPath}/${whatsapp.id}`, { name: "Late", data, revision: 99 }),
      await owner.send("PUT", `${channelsPath}/${telegram.id}`, {
        name: "T",
        data: { token: words.refused },
      }),
    ];
    for (const { status } of refusedCalls) expect(status).toBeGreaterThanOrEqual(400);

    // Replaced by others, which are used too and refused by the vendor, now at its own address.
    const echo = async ({ headers, url }: Request) =>
      Response.json({ description: `${url} ${headers.get("authorization")}` }, { status: 401 });
    for (const vendor of ["https://graph.facebook.com/", "https://api.telegram.org/"])
      answerOutbound(vendor, echo);
    for (const [id, now] of [
      [
        whatsapp.id,
        {
          phoneNumberId: "106540352242922",
          wabaId: "2",
          accessToken: words.secondAccessToken,
          appSecret: words.secondAppSecret,
        },
      ],
      [telegram.id, { token: botToken(words.secondTelegram) }],
    ] as const) {
      const { revision, name, contactId } = await owner.call(channelsApi.getChannel, { params: { id } });
      const edit = { name, contactId, data: now, revision };
      expect((await owner.send("PUT", `${channelsPath}/${id}`, edit)).status).toBe(200);
      await owner.send("POST", `${channelsPath}/${id}/test`);
    }

    // All at once, each with a vendor of its own: what is played at one is met by nobody else.
    await Promise.all(
      others.map(async (row, which) =>
        usedByRow({ owner, vendors: await playedVendors() }, row, otherWords[which] ?? ""),
      ),
    );

    // The vendors without credentials, beside them.
    await owner.call(channelsApi.createChannel, {
      body: { name: "Simulator", type: channelTypes.whatsApp, vendor: vendorCodes.simulator },
    });
    await owner.call(channelsApi.createChannel, {
      body: { name: "Site", type: channelTypes.web, vendor: vendorCodes.web },
    });
    const ready = allVendors.map(({ code }) => code);
    const { channelConfig } = await owner.call(channelsApi.listChannels, { query: {} });
    expect(channelConfig.map(({ vendor }) => vendor).toSorted(), "every vendor").toEqual(ready.toSorted());

    for (const { id } of channelConfig) {
      for (const path of [`/${id}`, `/${id}/details`]) await owner.send("GET", channelsPath + path);
      await owner.send("POST", `${channelsPath}/${id}/pause`);
      await owner.send("POST", `${channelsPath}/${id}/resume`);
      await owner.send("POST", `${channelsPath}/${id}/events/retry`, {});
    }
    const { entries } = await owner.call(auditTrailApi.listAuditTrail, { query: {} });
    for (const { id } of entries) await owner.call(auditTrailApi.getAuditEntry, { params: { id } });
    await owner.send("GET", "/api/e/enterprise/audit_trail/csv");
    await owner.call(channelsApi.deleteChannel, { params: { id: telegram.id } });
    await harness.scheduled();

    const kept = await everything();
    expect(placesOf([...secrets, ...otherWords], kept)).toEqual([]);
    // The search blocks for seconds, in which idle connections were closed: the next call must have heard of that.
    await turnOfLoop();

    // The same search sees what is there, wherever it lies and however it is written.
    const [named, said, reported] = [canary(), canary(), canary()];
    const { id } = await owner.call(channelsApi.createChannel, {
      body: { name: named, type: channelTypes.whatsApp, vendor: vendorCodes.simulator, contactId: "named" },
    });
    await say({ id, enterpriseId: owner.enterpriseId, token: "" }, { body: text(said) });
    await eventually(async () => expect(await statuses({ id })).not.toEqual([]));
    await owner.send("POST", "/api/client_errors", { kind: "error", message: reported });
    const key = `${owner.enterpriseId}/canary`;
    await harness.env.FILES.put(key, Buffer.from(`kept: ${named}`).toString("base64"));
    const now = await everything();
    const places = [named, said, reported].flatMap((word) => placesOf([word], now));
    await harness.env.FILES.delete(key);
    for (const place of ["channels", "audit_trail", "messages", "live_events"]) {
      expect(places).toContain(`table TENANT_1 ${place}`);
    }
    expect(places).toContain(`object ${key}`);
    for (const kind of ["answer", "log", "file d1", "file r2", "file do"]) {
      expect(
        places.some((place) => place.startsWith(kind)),
        kind,
      ).toBe(true);
    }
  },
);
