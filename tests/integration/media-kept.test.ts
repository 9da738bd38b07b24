import { afterAll, afterEach, expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { eventually } from "#tests/support/eventually.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { startHarness } from "#tests/support/harness.ts";
import { jpeg, png } from "#tests/support/made-files.ts";
import {
  leaveToTest,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { filesOf, mediaOf, telegramAt, whatsappAt } from "#tests/support/received-media.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import type { FoundMedium } from "#workers/channels/adapter.ts";
import { simulator } from "#workers/channels/simulator/index.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import * as mediaApi from "#workers/contract/endpoints/media.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { openLink, sealLink } from "#workers/domain/drive/public-link.ts";
import type { DriveBucket } from "#workers/domain/drive/store.ts";
import { type ListedBucket, tidyUnusedFiles } from "#workers/domain/drive/tidy.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { fetchMedium, takeMedia, type WaitingMedium } from "#workers/domain/messaging/medium.ts";
import { channelsToWake } from "#workers/domain/messaging/to-wake.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { Ctx } from "#workers/domain/ctx.ts";

const harness = await startHarness();
afterEach(async () => {
  // A file that a test has left would be asked for in the middle of others.
  await harness.env.TENANT_1.prepare(
    "UPDATE message_media SET state = 'expired' WHERE state = 'waiting'",
  ).run();
});
const vendors = await startVendors();
afterAll(() => vendors.stop());

const picture = jpeg(40);
const bucket = harness.env.FILES as unknown as DriveBucket & ListedBucket;
const sql = (text: string, ...values: unknown[]) =>
  harness.env.TENANT_1.prepare(text)
    .bind(...values)
    .run();
/** The statement that says whether a file may still be kept. */
const KEEPING = "SELECT CASE WHEN EXISTS (SELECT 1 FROM message_media";
const PHONE = "+919876550001";

interface Given {
  owner: Person;
  channel: TestChannel;
  medium: WaitingMedium;
}
const plain = ({ owner }: Pick<Given, "owner">) => watchedCtx(harness, owner, () => undefined);
const account = {
  id: "",
  type: 4,
  contactId: "",
  settings: {},
  secrets: {},
  webhookToken: "",
};

/** Waiting files are of a later hour, so that the channel's own lane finds nothing due. */
const AHEAD_MS = 3_600_000;

/** A picture that waits, taken by this test for two minutes: no lane tries it meanwhile. */
async function waiting(): Promise<Given> {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  const ctx = plain({ owner });
  const event = saying(PHONE, { kind: "image", medium: { url: "https://media.company.com/a" } });
  await acceptEvents(ctx, channel.id, [{ key: event.key, raw: event }]);
  const ahead = { ...ctx, now: () => Date.now() + AHEAD_MS };
  await workPage(
    ahead,
    { id: channel.id, type: 4, contactId: "", departmentId: null, agentId: null },
    simulator,
    { hash: async ({ value }) => value, tellRuns, fileUrl: String, messageUrl: String },
  );
  const { taken } = await takeMedia(ahead, channel.id, 4);
  const [medium] = taken;
  if (!medium) throw new Error("nothing waits");
  return { owner, channel, medium };
}
const answering = (): Promise<FoundMedium> =>
  Promise.resolve({ ok: true, response: new Response(picture), mime: "image/jpeg" });
const fetched = ({ medium }: Given, ctx: Ctx, files: DriveBucket = bucket, ask = answering) =>
  fetchMedium(ctx, { type: 4, account }, simulator, medium, {
    bucket: files,
    fetch,
    ask,
    held: () => Promise.reject(new Error("not asked for")),
  });

test("what is taken is tried by nobody else before its time is over", async () => {
  const here = await waiting();
  expect(await takeMedia(plain(here), here.channel.id, 4)).toMatchObject({ taken: [] });
});

test("of two who fetch one file, one keeps it and the other leaves nothing behind", async () => {
  const here = await waiting();
  const { ctx, wasOvertaken } = ctxOvertaken(harness, here.owner, KEEPING, () => fetched(here, plain(here)));
  await fetched(here, ctx);
  expect(wasOvertaken()).toBe(true);
  expect(await mediaOf(harness, here.channel)).toMatchObject([{ state: "kept", failure: null }]);
  expect(await filesOf(harness, here.owner)).toMatchObject({ states: ["ready"], objects: 1 });
});

test("a file whose message is erased while it comes leaves nothing behind", async () => {
  const here = await waiting();
  const { ctx } = ctxOvertaken(harness, here.owner, KEEPING, () =>
    sql("DELETE FROM messages WHERE id = ?", here.medium.messageId),
  );
  await fetched(here, ctx);
  expect(await filesOf(harness, here.owner)).toMatchObject({ states: [], objects: 0 });
  const rows = await rowsOf(harness, "SELECT state FROM message_media WHERE id = ?", here.medium.id);
  expect(rows).toEqual([{ state: "expired" }]);
});

test("a keeping whose answer is lost has kept the file", async () => {
  const here = await waiting();
  let kept = false;
  const ctx = watchedCtx(harness, here.owner, async (statement) => {
    // The first statement after the batch went through.
    if (!statement.startsWith(KEEPING) || kept) return;
    kept = true;
  });
  const { $client } = ctx.db;
  const batch = $client.batch.bind($client);
  $client.batch = (async (statements: D1PreparedStatement[]) => {
    const results = await batch(statements);
    if (kept) throw new Error("the answer was lost");
    return results;
  }) as typeof $client.batch;
  await fetched(here, ctx);
  expect(await mediaOf(harness, here.channel)).toMatchObject([{ state: "kept" }]);
  expect(await filesOf(harness, here.owner)).toMatchObject({ states: ["ready"], objects: 1 });
});

test("a machine that dies between the bytes and their row leaves them for an hour at most, and they are fetched once more", async () => {
  const here = await waiting();
  let dead = false;
  const died = () => Promise.reject(new Error("killed"));
  const ctx = watchedCtx(harness, here.owner, (statement) => {
    dead ||= statement.startsWith(KEEPING);
    if (dead) throw new Error("killed");
  });
  const dying = { ...bucket, put: bucket.put.bind(bucket), delete: died } as unknown as DriveBucket;
  await expect(fetched(here, ctx, dying)).rejects.toThrow("killed");
  expect(await filesOf(harness, here.owner)).toMatchObject({ states: ["uploading"], objects: 1 });
  expect(await mediaOf(harness, here.channel)).toMatchObject([{ state: "waiting" }]);
  await fetched(here, plain(here));
  expect(await mediaOf(harness, here.channel)).toMatchObject([{ state: "kept" }]);
  expect(await filesOf(harness, here.owner)).toMatchObject({ states: ["uploading", "ready"], objects: 2 });
  await sql(
    "UPDATE drive_files SET created_at = 1 WHERE enterprise_id = ? AND state = 'uploading'",
    here.owner.enterpriseId,
  );
  await harness.scheduled();
  expect(await filesOf(harness, here.owner)).toMatchObject({ states: ["ready"], objects: 1 });
});

test("a lane that died with a file in its hands is woken when the time of its try is over", async () => {
  const here = await waiting();
  const wokenAt = async (at: number) =>
    (await channelsToWake(tenantDatabase(harness.env, "TENANT_1"), at)).lanes.some(
      ({ channelId }) => channelId === here.channel.id,
    );
  expect([await wokenAt(Date.now() + AHEAD_MS), await wokenAt(Date.now() + AHEAD_MS + 121_000)]).toEqual([
    false,
    true,
  ]);
  await fetched(here, plain(here));
  expect(await wokenAt(Date.now() + AHEAD_MS + 121_000)).toBe(false);
});

test("erasing a customer takes the files that they sent, with their bytes, and nobody else's", async () => {
  const owner = await makePerson(harness);
  const mine = await whatsappAt(harness, owner, vendors, "919876560001");
  for (const id of ["media-hers", "media-shared", "media-his"]) {
    vendors.files.set(id, { bytes: picture, mime: "image/jpeg" });
  }
  const picturesOf = async (id: string) => mine.deliver({ type: "image", image: { id } }, `wamid.${id}`);
  await picturesOf("media-hers");
  await picturesOf("media-shared");
  await eventually(async () =>
    expect((await mediaOf(harness, mine)).map(({ state }) => state)).toEqual(["kept", "kept"]),
  );
  const rows = await mediaOf(harness, mine);
  // One of them was passed on to somebody else; his own is another matter.
  const [his] = await rowsOf<{ id: string }>(
    harness,
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
       SELECT 'his ' || id, enterprise_id, channel_id, 'somebody else', 'his chat', 1, 'out', kind, body, 'person', '', 'sent', '{}', at
       FROM messages WHERE id = ? RETURNING id`,
    rows[1]?.message_id,
  );
  expect(his).toBeDefined();
  const customers = await rowsOf<{ id: string; name: string }>(
    harness,
    "SELECT id, name FROM customers WHERE enterprise_id = ? AND phone = '+919876560001'",
    owner.enterpriseId,
  );
  const url = await linkOf(owner, rows[0]?.message_id ?? "");
  expect((await harness.fetch(url)).status).toBe(200);
  await owner.call(personalDataApi.eraseCustomer, {
    params: { id: customers[0]?.id ?? "" },
    body: { confirm: customers[0]?.name ?? "" },
  });
  // From then on nobody can open it; its bytes go with the next minute.
  expect((await harness.fetch(url)).status).toBe(404);
  expect(await filesOf(harness, owner)).toMatchObject({ states: ["leaving", "ready"], objects: 2 });
  await harness.scheduled();
  expect(await filesOf(harness, owner)).toMatchObject({ states: ["ready"], objects: 1 });
  expect(await mediaOf(harness, mine)).toEqual([]);
});

const linkOf = async (owner: Person, id: string): Promise<string> =>
  (await owner.call(mediaApi.messageMedium, { params: { id } })).url ?? "";

/** Puts a message of the house into the channel's queue, to whoever wrote there. */
async function send(channel: { id: string }, body: MessageBody): Promise<string> {
  const id = crypto.randomUUID();
  await sql(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, send_class, at)
       SELECT ?1, enterprise_id, channel_id, identity_id, id, seq + 100, 'out', ?3, ?4, 'person', '', 'queued', '{}', 1, 1 FROM chats WHERE channel_id = ?2`,
    id,
    channel.id,
    body.kind,
    JSON.stringify(body),
  );
  await harness.scheduled();
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT status FROM messages WHERE id = ?", id)).toEqual([
      { status: "sent" },
    ]),
  );
  return id;
}

test("a file of the drive goes out by an address that gives the vendor its bytes and type", async () => {
  const owner = await makePerson(harness);
  const file = await sendToDrive(harness, owner, { use: "attachment", bytes: png(30), name: "Our card.png" });
  const whatsapp = await whatsappAt(harness, owner, vendors);
  const bot = await telegramAt(harness, owner, vendors);
  vendors.calls.length = 0;
  await whatsapp.deliver({ type: "text", text: { body: "hello" } }, "wamid.hello");
  await bot.deliver({ text: "hello" }, "11");
  await eventually(() => expect(vendors.calls.filter(({ accepted }) => accepted)).toHaveLength(2));
  const body = { kind: "image", medium: { fileId: file.id }, caption: "Here" } as const;
  await send(whatsapp, body);
  await send(bot, body);
  const sent = vendors.calls
    .slice(-2)
    .map((call) => call.body as { image?: { link: string }; photo?: string });
  const links = [sent[0]?.image?.link ?? "", sent[1]?.photo ?? ""];
  expect(sent[0]).toMatchObject({ type: "image", image: { caption: "Here" } });
  for (const link of links) {
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8787\/api\/media\/\d+\.[\w-]+$/);
    const response = await harness.fetch(new URL(link).pathname);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-disposition": "attachment; filename*=UTF-8''Our%20card.png",
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(png(30)));
  }
  expect(new Set(links).size).toBe(2);
});

test("a link that is forged, changed or over opens nothing", async () => {
  const owner = await makePerson(harness);
  const { id: fileId } = await sendToDrive(harness, owner, {
    use: "attachment",
    bytes: png(30),
    name: "a.png",
  });
  const ring = keyRing(harness.secrets.DATA_KEY);
  const named = { enterpriseId: asEnterpriseId.parse(owner.enterpriseId), fileId };
  const link = await sealLink(ring, named, Date.now() + 60_000);
  const changed = `${link.slice(0, 30)}${link[30] === "A" ? "B" : "A"}${link.slice(31)}`;
  const statusOf = async (each: string) =>
    (await harness.fetch(`/api/media/${encodeURIComponent(each)}`)).status;
  expect(await statusOf(link)).toBe(200);
  const others = [
    await sealLink(ring, named, Date.now() - 1),
    await sealLink(
      ring,
      { ...named, enterpriseId: asEnterpriseId.parse(crypto.randomUUID()) },
      Date.now() + 60_000,
    ),
    await sealLink(ring, { ...named, fileId: "nowhere" }, Date.now() + 60_000),
    await sealLink(keyRing(Buffer.alloc(32, 7).toString("base64")), named, Date.now() + 60_000),
    changed,
    `9${link}`,
    "1.x",
    fileId,
  ];
  expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 404));
  expect(await openLink(ring, link, Date.now() + 60_001)).toBeNull();
  // The older key of a rotation still opens what it has sealed.
  const older = keyRing(harness.secrets.DATA_KEY.split(",").at(-1) ?? "");
  expect(await statusOf(await sealLink(older, named, Date.now() + 60_000))).toBe(200);
});

test("the console is given an address of a message's file, or how far it is", async () => {
  const here = await waiting();
  const { owner, medium } = here;
  const shown = () => owner.call(mediaApi.messageMedium, { params: { id: medium.messageId } });
  expect(await shown()).toMatchObject({
    state: "waiting",
    reason: "This file is still being fetched.",
    url: null,
  });
  await fetched(here, plain(here));
  const kept = await shown();
  expect(kept).toMatchObject({
    state: "kept",
    reason: "",
    mediaType: "image/jpeg",
    name: "image.jpg",
    bytes: picture.length,
  });
  const response = await harness.fetch(kept.url ?? "");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(picture));
  const [answer] = (await messagesOf(harness, here.channel)).filter(({ kind }) => kind === "text");
  const stranger = await makePerson(harness);
  const statusOf = async (who: Person, id: string) =>
    (await who.send("GET", `/api/e/enterprise/messages/${id}/media`)).status;
  expect([await statusOf(owner, answer?.id ?? ""), await statusOf(stranger, medium.messageId)]).toEqual([
    404, 404,
  ]);
});

test("what customers sent counts for no quota and is not tidied away; neither is a file that a message uses", async () => {
  const here = await waiting();
  const { owner } = here;
  await fetched(here, plain(here));
  const used = await sendToDrive(harness, owner, { use: "attachment", bytes: png(30), name: "used.png" });
  await sendToDrive(harness, owner, { use: "attachment", bytes: png(30), name: "unused.png" });
  await sql(
    "UPDATE messages SET body = json_set(body, '$.kind', 'image', '$.medium', json(?2)) WHERE channel_id = ?1 AND direction = 'out'",
    here.channel.id,
    JSON.stringify({ fileId: used.id }),
  );
  const { drive } = await owner.call(enterpriseApi.getDetails);
  expect(drive.used).toBe(2 * used.bytes);
  await sql("UPDATE drive_files SET created_at = 1 WHERE enterprise_id = ?", owner.enterpriseId);
  await tidyUnusedFiles(directory(harness.env), tenantDatabase(harness.env, "TENANT_1"), bucket, {
    now: Date.now(),
    dryRun: false,
  });
  const left = await rowsOf<{ name: string }>(
    harness,
    "SELECT name FROM drive_files WHERE enterprise_id = ? ORDER BY id",
    owner.enterpriseId,
  );
  expect(left.map(({ name }) => name)).toEqual(["image.jpg", "used.png"]);
});

test("what customers sent to an enterprise that is gone goes by night", async () => {
  const here = await waiting();
  await fetched(here, plain(here));
  const { enterpriseId } = here.owner;
  const gone = `${enterpriseId} that is gone`;
  await sql("UPDATE drive_files SET enterprise_id = ?2 WHERE enterprise_id = ?1", enterpriseId, gone);
  const tidy = (dryRun: boolean) =>
    tidyUnusedFiles(directory(harness.env), tenantDatabase(harness.env, "TENANT_1"), bucket, {
      now: Date.now(),
      dryRun,
    });
  const states = () => rowsOf(harness, "SELECT state FROM drive_files WHERE enterprise_id = ?", gone);
  expect((await tidy(true)).files).toBeGreaterThan(0);
  expect(await states()).toEqual([{ state: "ready" }]);
  await tidy(false);
  expect(await states()).toEqual([{ state: "leaving" }]);
  await harness.scheduled();
  expect(await states()).toEqual([]);
});
