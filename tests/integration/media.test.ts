import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { jpeg, mp4, pdf, png, text } from "#tests/support/made-files.ts";
import { deliver, makeChannel, messagesOf, saying } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import { filesOf, mediaOf, telegramAt, whatsappAt } from "#tests/support/received-media.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import * as mediaApi from "#workers/contract/endpoints/media.ts";

const harness = await startHarness();
const vendors = await startVendors();
afterAll(() => vendors.stop());
afterEach(async () => {
  // A file that a test has left would be asked for in the middle of others.
  await harness.env.TENANT_1.prepare(
    "UPDATE message_media SET state = 'expired' WHERE state = 'waiting'",
  ).run();
});
beforeEach(() => {
  vendors.files.clear();
  vendors.lost.clear();
  vendors.calls.length = 0;
  vendors.addressMs = 300_000;
});

const picture = jpeg(40);
const image = (id: string, more: object = {}) => ({
  type: "image",
  image: { id, mime_type: "image/jpeg", ...more },
});
const callsTo = (part: string) => vendors.calls.filter(({ path }) => path.includes(part)).length;
const bytesOf = async (key: string) => {
  const object = await harness.env.FILES.get(key);
  return new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer());
};

test("a picture from WhatsApp is kept byte for byte, and its message shows it", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors);
  vendors.files.set("media-in", { bytes: picture, mime: "image/jpeg" });
  await channel.deliver(image("media-in", { caption: "my card" }), "wamid.in");
  await eventually(async () => expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }]));
  const [row] = await mediaOf(harness, channel);
  expect(JSON.parse(row?.body ?? "")).toEqual({
    kind: "image",
    medium: {
      vendorId: "media-in",
      fileId: row?.file_id,
      mime: "image/jpeg",
      name: "image.jpg",
      bytes: picture.length,
    },
    caption: "my card",
  });
  const { states, keys, objects } = await filesOf(harness, owner);
  expect([states, objects]).toEqual([["ready"], 1]);
  expect(keys[0]).toMatch(new RegExp(`^${owner.enterpriseId}/drive/`));
  expect(await bytesOf(keys[0] ?? "")).toEqual(new Uint8Array(picture));
  expect(vendors.calls.filter(({ method }) => method === "GET").map(({ token }) => token)).toEqual(
    Array.from({ length: 2 }, () => `Bearer ${vendors.account.graph.accessToken}`),
  );
});

test("a document from Telegram is kept under its own name, and a picture sent as one is one", async () => {
  const owner = await makePerson(harness);
  const channel = await telegramAt(harness, owner, vendors);
  vendors.files.set("doc-1", { bytes: pdf(), mime: "application/octet-stream" });
  vendors.files.set("doc-2", { bytes: picture, mime: "application/octet-stream" });
  await channel.deliver({ document: { file_id: "doc-1", file_name: "../My bill.pdf" } }, "1");
  await channel.deliver({ document: { file_id: "doc-2", file_name: "photo.exe" } }, "2");
  await eventually(async () =>
    expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }, { state: "kept" }]),
  );
  const media = (await mediaOf(harness, channel)).map(({ body }) => JSON.parse(body) as { medium: object });
  expect(media.map(({ medium }) => medium)).toMatchObject([
    { name: "My bill.pdf", mime: "application/pdf" },
    { name: "photo.exe.jpg", mime: "image/jpeg" },
  ]);
});

test("a vendor that fails twice, and one that sends half a file, are asked again until it is there", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors);
  vendors.files.set("media-late", { bytes: picture, mime: "image/jpeg", announced: picture.length + 10 });
  vendors.play({ status: 503 });
  await channel.deliver(image("media-late"), "wamid.late");
  await eventually(async () =>
    expect(await mediaOf(harness, channel)).toMatchObject([{ state: "waiting", attempts: 2 }]),
  );
  await eventually(() => expect(callsTo("/media/")).toBe(1));
  vendors.files.set("media-late", { bytes: picture, mime: "image/jpeg" });
  await eventually(async () =>
    expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept", attempts: 3, failure: null }]),
  );
  expect(await filesOf(harness, owner)).toMatchObject({ states: ["ready"], objects: 1 });
});

test("an address that has ended is asked for anew", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors);
  vendors.files.set("media-short", { bytes: picture, mime: "image/jpeg" });
  vendors.addressMs = -1;
  await channel.deliver(image("media-short"), "wamid.short");
  await eventually(() => expect(callsTo("/media/")).toBe(1));
  vendors.addressMs = 300_000;
  await eventually(async () => expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }]));
  expect([callsTo("/media-short"), callsTo("/media/")]).toEqual([4, 2]);
});

test("a file that the vendor no longer has is expired; its caption stays and is answered", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors);
  vendors.lost.add("media-gone");
  await channel.deliver(image("media-gone", { caption: "my card is lost" }), "wamid.gone");
  await eventually(async () =>
    expect(await mediaOf(harness, channel)).toMatchObject([{ state: "expired", failure: "gone" }]),
  );
  const [row] = await mediaOf(harness, channel);
  expect(JSON.parse(row?.body ?? "")).toMatchObject({ caption: "my card is lost" });
  await eventually(() =>
    expect(vendors.calls.filter(({ accepted, method }) => accepted && method === "POST")).toHaveLength(1),
  );
  expect(await owner.call(mediaApi.messageMedium, { params: { id: row?.message_id ?? "" } })).toMatchObject({
    state: "expired",
    reason: "This file is no longer available.",
    url: null,
  });
});

test("a file that never comes is given up when its vendor no longer keeps it", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors);
  vendors.addressMs = -1;
  await channel.deliver(image("media-never"), "wamid.never");
  await eventually(() => expect(callsTo("/media/")).toBe(1));
  await harness.env.TENANT_1.prepare("UPDATE message_media SET until = 1 WHERE channel_id = ?")
    .bind(channel.id)
    .run();
  await eventually(async () =>
    expect(await mediaOf(harness, channel)).toMatchObject([{ state: "expired", failure: "noAnswer" }]),
  );
});

test("what is too large or of another type is refused, and says which", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors);
  const exe = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
  const large = png(20, 20, { bytes: 5 * 1024 * 1024 + 1 });
  const sent = {
    "media-exe": { bytes: exe, mime: "image/jpeg" },
    "media-html": { bytes: text("<html><script>alert(1)</script>"), mime: "image/jpeg" },
    "media-film": { bytes: mp4(), mime: "image/jpeg" },
    "media-told": { bytes: large, mime: "image/png" },
    "media-untold": { bytes: large, mime: "image/png", announced: 100 },
    "media-pixels": { bytes: png(20_000, 20_000, { empty: true }), mime: "image/png" },
    "media-empty": { bytes: Buffer.alloc(0), mime: "image/jpeg" },
  };
  for (const [id, file] of Object.entries(sent)) {
    vendors.files.set(id, file);
    await channel.deliver(image(id, { caption: "look" }), `wamid.${id}`);
  }
  await eventually(async () => {
    const rows = await mediaOf(harness, channel);
    expect(rows.map(({ state, failure }) => `${state} ${failure}`)).toEqual([
      "refused wrongType",
      "refused wrongType",
      "refused wrongType",
      "refused tooLarge",
      "refused tooLarge",
      "refused tooLarge",
      "refused empty",
    ]);
  });
  // It told its true length before a byte of it was fetched.
  expect(await filesOf(harness, owner)).toEqual({ states: [], objects: 0, keys: [] });
  const bodies = (await mediaOf(harness, channel)).map(({ body }) => JSON.parse(body) as { caption: string });
  expect(new Set(bodies.map(({ caption }) => caption))).toEqual(new Set(["look"]));
});

test("a film of several parts is kept whole, and one above Telegram's limit is refused", async () => {
  const owner = await makePerson(harness);
  const channel = await telegramAt(harness, owner, vendors);
  const film = Buffer.concat([mp4(), Buffer.alloc(9 * 1024 * 1024, 5)]);
  vendors.files.set("film-1", { bytes: film, mime: "video/mp4" });
  vendors.files.set("film-2", { bytes: film, mime: "video/mp4", announced: 21 * 1024 * 1024 });
  await channel.deliver({ video: { file_id: "film-1" } }, "1");
  await channel.deliver({ video: { file_id: "film-2" } }, "2");
  await eventually(async () =>
    expect(await mediaOf(harness, channel)).toMatchObject([
      { state: "kept", bytes: film.length },
      { state: "refused", failure: "tooLarge" },
    ]),
  );
  const { keys } = await filesOf(harness, owner);
  expect(Buffer.compare(await bytesOf(keys[0] ?? ""), film)).toBe(0);
});

test("a message that is delivered a hundred times has its file fetched once", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors);
  vendors.files.set("media-often", { bytes: picture, mime: "image/jpeg" });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => channel.deliver(image("media-often"), "wamid.often")),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await eventually(async () => expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }]));
  await channel.deliver(image("media-often"), "wamid.often");
  expect(await mediaOf(harness, channel)).toMatchObject([{ attempts: 1 }]);
  expect(callsTo("/media/")).toBe(1);
  expect(await filesOf(harness, owner)).toMatchObject({ states: ["ready"], objects: 1 });
});

test("a file at an address is fetched from the public internet and from nowhere else", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  answerOutbound("https://cloudflare-dns.com/dns-query", ({ url }) =>
    Response.json({
      Answer: [{ type: 1, data: url.includes("inside.company.com") ? "10.0.0.7" : "93.184.215.14" }],
    }),
  );
  const inside = answerOutbound("https://inside.company.com/", () => new Response(picture));
  const outside = answerOutbound("https://media.company.com/", ({ url }) =>
    url.endsWith("/moved")
      ? new Response(null, { status: 302, headers: { location: "https://inside.company.com/b.jpg" } })
      : url.endsWith("/none")
        ? new Response("", { status: 404 })
        : new Response(picture),
  );
  const addresses = [
    "https://media.company.com/a.jpg",
    "https://media.company.com/moved",
    "https://media.company.com/none",
    "https://inside.company.com/a.jpg",
    "http://127.0.0.1:8787/api/health",
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
  ];
  await deliver(
    harness,
    channel,
    addresses.map((url) => saying("+919876541001", { kind: "image", medium: { url } })),
  );
  await eventually(async () => {
    const rows = await mediaOf(harness, channel);
    expect(rows.map(({ state, failure }) => `${state} ${failure}`)).toEqual([
      "kept null",
      "refused badAddress",
      "expired gone",
      ...Array.from({ length: 4 }, () => "refused badAddress"),
    ]);
  });
  expect([inside.requests.length, outside.requests.length]).toEqual([0, 3]);
});

test("a file of the drive, such as a visitor's, is not fetched", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const body = {
    kind: "image",
    medium: { fileId: "of the drive", url: "https://media.company.com/a" },
  } as const;
  await deliver(harness, channel, [
    saying("+919876541002", body),
    saying("+919876541002", { kind: "image", medium: {} }),
  ]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).filter(({ direction }) => direction === "in")).toHaveLength(
      2,
    ),
  );
  expect(await mediaOf(harness, channel)).toEqual([]);
});

test("what the owner sent from the phone has its file too", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  answerOutbound("https://cloudflare-dns.com/dns-query", () =>
    Response.json({ Answer: [{ type: 1, data: "93.184.215.14" }] }),
  );
  answerOutbound("https://media.company.com/", () => new Response(picture));
  const body = { kind: "image", medium: { url: "https://media.company.com/a.jpg" } } as const;
  await deliver(harness, channel, [saying("+919876541003", { kind: "echo", body })]);
  await eventually(async () => expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }]));
  const [row] = await mediaOf(harness, channel);
  expect(JSON.parse(row?.body ?? "")).toMatchObject({ body: { medium: { fileId: row?.file_id } } });
});

test("five files of one channel are fetched four at a time, while the messages go on", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  answerOutbound("https://cloudflare-dns.com/dns-query", () =>
    Response.json({ Answer: [{ type: 1, data: "93.184.215.14" }] }),
  );
  const open: (() => void)[] = [];
  const asked = answerOutbound("https://media.company.com/", async () => {
    await new Promise<void>((resolve) => open.push(resolve));
    return new Response(picture);
  });
  const one = (n: number) =>
    saying("+919876541004", {
      kind: "image",
      medium: { url: `https://media.company.com/${n}.jpg` },
      caption: "look",
    });
  await deliver(harness, channel, [1, 2, 3, 4, 5].map(one));
  await eventually(() => expect(open).toHaveLength(4));
  await deliver(harness, channel, [saying("+919876541005", "hello")]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).filter(({ direction }) => direction === "in")).toHaveLength(
      6,
    ),
  );
  expect([asked.requests.length, (await mediaOf(harness, channel)).map(({ state }) => state)]).toEqual([
    4,
    Array.from({ length: 5 }, () => "waiting"),
  ]);
  for (const let_ of open.splice(0)) let_();
  await eventually(() => expect(open).toHaveLength(1));
  for (const let_ of open.splice(0)) let_();
  await eventually(async () =>
    expect((await mediaOf(harness, channel)).map(({ state }) => state)).toEqual(
      Array.from({ length: 5 }, () => "kept"),
    ),
  );
});
