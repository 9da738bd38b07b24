import { createHmac } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sendToDrive } from "#tests/support/drive.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { pdf as emptyPdf, png } from "#tests/support/made-files.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { filesOf, mediaOf } from "#tests/support/received-media.ts";
import { makeVendorChannel } from "#tests/support/vendors/channel.ts";
import { MAILCHIMP } from "#tests/support/vendors/played/mailchimp.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import app from "#workers/api/app.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { MOST_IN_CALL } from "#workers/contract/media.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { setAside } from "#workers/domain/messaging/set-aside.ts";

/** Mails bring their files' bytes within the event, and take them within the call. */
const harness = await startHarness();
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => void (vendors.calls.length = 0));

/** A document of so many bytes. */
const pdf = (size: number): Uint8Array<ArrayBuffer> => {
  const start = emptyPdf();
  const whole = new Uint8Array(size);
  whole.set(start);
  return whole;
};

const mailFrom = (address: string, files: Record<string, unknown>) => ({
  event: "inbound",
  ts: Math.floor(Date.now() / 1_000),
  msg: {
    from_email: address,
    email: MAILCHIMP.fromEmail,
    headers: { "Message-Id": `<${crypto.randomUUID()}@customer.example>` },
    subject: "My card",
    text: "Here it is",
    raw_msg: "x".repeat(100_000),
    ...files,
  },
});
const formOf = (events: object[]): string =>
  String(new URLSearchParams({ mandrill_events: JSON.stringify(events) }));
const attached = (name: string, type: string, bytes: Uint8Array) => ({
  [name]: { name, type, content: Buffer.from(bytes).toString("base64"), base64: true },
});

async function mailbox(owner: Person) {
  const { id } = await makeVendorChannel(harness, owner, { row: rowOf("Mailchimp"), url: vendors.url });
  const path = `/api/webhooks/mailchimp/${id}`;
  const deliver = (events: object[], through = harness.fetch) => {
    const body = formOf(events);
    const said = `${new URL(path, harness.url).href}mandrill_events${JSON.stringify(events)}`;
    const signature = createHmac("sha1", MAILCHIMP.webhookKey).update(said).digest("base64");
    return through(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-mandrill-signature": signature },
      body,
    });
  };
  return { id, deliver };
}

test("files of a mail are kept byte for byte, though its event is far longer than a row", async () => {
  const owner = await makePerson(harness);
  const box = await mailbox(owner);
  const [document, picture] = [pdf(3_000_000), png(30)];
  const event = mailFrom("asha@customer.example", {
    attachments: attached("card.pdf", "application/pdf", document),
    images: attached("sign.png", "image/png", picture),
  });
  expect((await box.deliver([event])).status).toBe(200);
  await eventually(async () => {
    const rows = await mediaOf(harness, box);
    expect(rows.map(({ state }) => state)).toEqual(["kept", "kept"]);
  });
  const bodies = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM messages WHERE channel_id = ? AND direction = 'in' ORDER BY seq",
    box.id,
  );
  expect(bodies.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { kind: "text", text: "My card\n\nHere it is" },
    { kind: "document", medium: { name: "card.pdf", mime: "application/pdf", bytes: document.length } },
    { kind: "image", medium: { name: "sign.png", mime: "image/png", bytes: picture.length } },
  ]);
  const { keys } = await filesOf(harness, owner);
  const stored = await Promise.all(keys.map(async (key) => (await harness.env.FILES.get(key))?.bytes()));
  expect(stored.map((each) => each?.length).toSorted()).toEqual([document.length, picture.length].toSorted());
  // Told again, it is the same mail.
  expect((await box.deliver([event])).status).toBe(200);
  expect(await mediaOf(harness, box)).toHaveLength(2);
});

test("while files cannot be held the vendor is asked to come again, and nothing is half there", async () => {
  const owner = await makePerson(harness);
  const box = await mailbox(owner);
  const event = mailFrom("asha@customer.example", {
    attachments: attached("a.pdf", "application/pdf", pdf(100)),
  });
  const away = { ...harness.env, FILES: { put: () => Promise.reject(new Error("away")) } };
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
  const through = async (path: string, init?: RequestInit) =>
    app.fetch(new Request(new URL(path, harness.url), init), away as never, context as never);
  expect((await box.deliver([event], through)).status).toBe(503);
  expect(await rowsOf(harness, "SELECT 1 FROM inbound_events WHERE channel_id = ?", box.id)).toEqual([]);
  expect((await box.deliver([event])).status).toBe(200);
  await eventually(async () => expect(await mediaOf(harness, box)).toMatchObject([{ state: "kept" }]));
});

test("a body that was set aside and cannot be read holds up no other, and an administrator sees it", async () => {
  const [first, second] = [await makePerson(harness), await makePerson(harness)];
  const [broken, box] = [await mailbox(first), await mailbox(second)];
  const owners = [first, second].map((each) => asEnterpriseId.parse(each.enterpriseId));
  const aside = (channelId: string, body: string) => {
    const enterpriseId = owners[channelId === broken.id ? 0 : 1];
    if (!enterpriseId) throw new Error("nobody's channel");
    const place = { database: "TENANT_1", enterpriseId, channelId };
    return setAside(harness.env.FILES, place, new TextEncoder().encode(body));
  };
  await aside(broken.id, "no form at all");
  await aside(
    box.id,
    formOf([
      mailFrom("ravi@customer.example", { attachments: attached("a.pdf", "application/pdf", pdf(100)) }),
    ]),
  );
  await harness.scheduled();
  await eventually(async () => expect(await mediaOf(harness, box)).toMatchObject([{ state: "kept" }]));
  await eventually(async () => {
    const told = "SELECT text FROM channel_events WHERE channel_id = ?";
    const text = expect.stringContaining("no form at all") as string;
    expect(await rowsOf(harness, told, broken.id)).toMatchObject([{ text }]);
  });
  for (const owner of owners) {
    const { objects } = await harness.env.FILES.list({ prefix: `webhooks/TENANT_1/${owner}/` });
    expect(objects).toEqual([]);
  }
});

let queued = 100;

/** Queues a mail of the house to whoever wrote there, and tells what became of it. */
async function send(channel: { id: string }, body: MessageBody) {
  const id = crypto.randomUUID();
  await harness.env.TENANT_1.prepare(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, send_class, at)
       SELECT ?1, enterprise_id, channel_id, identity_id, id, seq + ?5, 'out', ?3, ?4, 'person', '', 'queued', '{}', 1, 1 FROM chats WHERE channel_id = ?2`,
  )
    .bind(id, channel.id, body.kind, JSON.stringify(body), queued++)
    .run();
  await harness.scheduled();
  return eventually(async () => {
    const [row] = await rowsOf<{ status: string; reason: string | null }>(
      harness,
      "SELECT status, reason FROM messages WHERE id = ?",
      id,
    );
    expect(row?.status).not.toBe("queued");
    return row;
  });
}

test("a file of the drive goes out within the mail, and one too large or gone is refused in words", async () => {
  const owner = await makePerson(harness);
  const box = await mailbox(owner);
  await box.deliver([mailFrom("asha@customer.example", {})]);
  await eventually(async () =>
    expect(
      await rowsOf(harness, "SELECT 1 FROM messages WHERE channel_id = ? AND direction = 'in'", box.id),
    ).toHaveLength(1),
  );
  const bytes = pdf(200_000);
  const add = (size: Uint8Array<ArrayBuffer>, name: string) =>
    sendToDrive(harness, owner, { use: "attachment", bytes: size, name });
  const [price, large] = [await add(bytes, "Prices.pdf"), await add(pdf(MOST_IN_CALL + 1), "All.pdf")];
  const named = (fileId: string): MessageBody => ({
    kind: "document",
    medium: { fileId, name: "Prices.pdf" },
    caption: "Our prices",
  });
  expect(await send(box, named(price.id))).toMatchObject({ status: "sent" });
  const file = {
    type: "application/pdf",
    name: "Prices.pdf",
    content: Buffer.from(bytes).toString("base64"),
  };
  expect(vendors.calls.at(-1)?.body).toMatchObject({ message: { text: "Our prices", attachments: [file] } });
  const before = vendors.calls.length;
  expect(await send(box, named(large.id))).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("3 MB") as string,
  });
  expect(await send(box, named("gone"))).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("no longer") as string,
  });
  expect(vendors.calls).toHaveLength(before);
});
