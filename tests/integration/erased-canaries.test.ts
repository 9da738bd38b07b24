import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Send } from "#db/seed/client.ts";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import {
  canary,
  indexed,
  indexesOf,
  objectsOf,
  type Places,
  placesOf,
  storagesOf,
  tablesOf,
} from "#tests/support/canaries.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { archived } from "#tests/support/conversations.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { openDirect } from "#tests/support/line.ts";
import { pdf } from "#tests/support/made-files.ts";
import { mailsTo } from "#tests/support/mailbox.ts";
import {
  answerOurselves,
  deliver,
  expectHoursAgree,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  stating,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { playing, takeIn } from "#tests/support/simulator.ts";
import type { ChatAction } from "#workers/contract/chat-action.ts";
import * as chatSearchApi from "#workers/contract/endpoints/chat-search.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

/** 14.7, O-20: whatever somebody has said, in whatever way, is found in nothing once they were erased. */
const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
beforeEach(() => {
  answerOurselves(harness);
});
afterEach(forgetOutbound);

const digits = () => `9198${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
const withWord = (bytes: Uint8Array, word: string) =>
  new Uint8Array(Buffer.concat([bytes, Buffer.from(`\n% ${word}\n`)]));

/** Everything that lies anywhere, by place. */
async function everything(owner: Person, channels: readonly TestChannel[]): Promise<Places> {
  const jobs = { worker: "chatbird-jobs" };
  const objects = [
    { worker: "chatbird-realtime", binding: "HUB", name: owner.enterpriseId },
    ...channels.flatMap(({ id }) => [
      { ...jobs, binding: "LANE", name: id },
      { ...jobs, binding: "SENDER", name: `${id}:0` },
      { ...jobs, binding: "SIMULATOR", name: id },
    ]),
    { ...jobs, binding: "CLOCK", name: "TENANT_1" },
    { ...jobs, binding: "SWEEPER", name: "sweeper" },
  ];
  return new Map([
    ...(await tablesOf(harness)),
    ...(await objectsOf(harness)),
    ...(await storagesOf(harness, objects)),
  ]);
}
const inIndexes = async (words: readonly string[]): Promise<string[]> => {
  const places = await indexesOf(harness);
  return [...places].flatMap(([place, text]) =>
    words.some((word) => text.includes(indexed(word))) ? [place] : [],
  );
};

const settled = (owner: Person) =>
  eventually(async () => {
    const open = "SELECT kind FROM jobs WHERE enterprise_id = ? AND kind = 'customers.erase'";
    expect(await rowsOf(harness, open, owner.enterpriseId)).toEqual([]);
  });

async function customerOf(owner: Person, phone: string): Promise<{ id: string; name: string }> {
  const [row] = await rowsOf<{ id: string; name: string }>(
    harness,
    "SELECT id, name FROM customers WHERE enterprise_id = ? AND phone = ? AND deleted_at IS NULL",
    owner.enterpriseId,
    `+${phone}`,
  );
  return row ?? { id: "", name: "" };
}

async function erased(owner: Person, phone: string): Promise<void> {
  const { id, name } = await customerOf(owner, phone);
  await owner.call(personalDataApi.eraseCustomer, { params: { id }, body: { confirm: name } });
}

async function heard(channel: TestChannel, most: number): Promise<void> {
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).filter(({ direction }) => direction === "in")).toHaveLength(
      most,
    ),
  );
}

test(
  "a customer's words, name, number and files are found nowhere after their erasure",
  { timeout: 240_000 },
  async () => {
    const owner = await makePerson(harness);
    const line = await openDirect(harness, owner);
    const bot = await makeBot(owner, smallBank);
    await trainBot(owner, bot.agentId);
    const channel = await makeChannel(harness, owner);
    const withBot = await makeChannel(harness, owner, { agentId: bot.agentId });
    const phone = digits();
    const other = digits();
    const w = Object.fromEntries(
      [
        "name",
        "text",
        "caption",
        "fileName",
        "fileBytes",
        "button",
        "token",
        "value",
        "place",
        "contact",
        "edit",
        "toBot",
        "raw",
        "note",
        "answer",
        "answerFile",
        "answerBytes",
        "reason",
        "mail",
        "vendorId",
        "refusal",
        "news",
      ].map((what) => [what, canary()]),
    ) as Record<string, string>;
    const words = Object.values(w);
    const { say } = playing(() => owner);
    const by = { name: w["name"], phone: `+${phone}` };

    // Everything that a person can say, by the vendor's webhook and by the played phone.
    const file = await (
      await takeIn(harness, owner, channel, {
        kind: "document",
        bytes: withWord(pdf(), w["fileBytes"] ?? ""),
        name: `${w["fileName"]}.pdf`,
      })
    ).json<{ data?: { id: string }; response?: { id: string } }>();
    const mediumId = file.data?.id ?? file.response?.id ?? "";
    const bodies: MessageBody[] = [
      { kind: "text", text: `hello ${w["text"]}` },
      {
        kind: "formAnswer",
        token: w["token"] ?? "",
        label: w["button"] ?? "",
        values: { email: w["value"] },
      },
      { kind: "location", latitude: 1, longitude: 1, name: "home", address: w["place"] },
      { kind: "contact", contacts: [{ name: w["contact"] ?? "", phones: [`+${phone}`] }] },
      { kind: "edit", of: "x", text: w["edit"] ?? "" },
    ];
    for (const body of bodies) {
      await deliver(harness, channel, [saying(`+${phone}`, body, { name: w["name"] ?? "" })]);
    }
    const vendorId = `wamid.${w["vendorId"]}`;
    const first = saying(`+${phone}`, "I need help", { name: w["name"] ?? "", vendorId });
    await deliver(harness, channel, [first]);
    await say(channel, { body: { kind: "document", medium: { id: mediumId }, caption: w["caption"] } }, by);
    await heard(channel, bodies.length + 2);
    await eventually(async () =>
      expect(
        await rowsOf(harness, "SELECT state FROM message_media WHERE channel_id = ?", channel.id),
      ).toEqual([{ state: "kept" }]),
    );
    await say(withBot, { body: { kind: "text", text: `my ${w["toBot"]} is lost` } }, by);
    // An unreadable event stays for somebody to look at.
    await deliver(harness, channel, [], {
      body: JSON.stringify({
        events: [{ key: randomUUID(), event: { type: "?", from: phone, text: w["raw"] } }],
      }),
    });
    // Somebody else, of whom everything stays.
    await deliver(harness, channel, [saying(`+${other}`, "hello from another", { name: "Ravi" })]);
    await heard(channel, bodies.length + 3);

    // Colleagues work with it.
    const [{ id: chatId } = { id: "" }] = await rowsOf<{ id: string }>(
      harness,
      "SELECT c.id FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? AND a.address = ?",
      channel.id,
      `+${phone}`,
    );
    const act = (body: Record<string, unknown>) =>
      owner.call(chatsApi.actOnChat, {
        params: { id: chatId },
        body: { id: randomUUID(), ...body } as ChatAction,
      });
    await act({ action: "takeOverChat", note: w["reason"] });
    await act({ action: "agentNote", text: `call ${w["note"]}` });
    const attachment = await sendToDrive(harness, owner, {
      use: "document",
      bytes: withWord(pdf(), w["answerBytes"] ?? ""),
      name: `${w["answerFile"]}.pdf`,
    });
    await act({ action: "agentReplyChat", text: `Dear ${w["answer"]}`, fileId: attachment.id });
    await owner.call(chatSearchApi.chatSearch, { query: { words: w["name"] ?? "" } });
    const mailedTo = `${w["mail"]}@customer.example`;
    await owner.send("POST", "/api/chatbird/api/chat/sendtranscript", {
      id: randomUUID(),
      chatId,
      emailId: mailedTo,
    });
    expect(await mailsTo(send, mailedTo)).toHaveLength(1);
    const answered = await eventually(async () => {
      const row = (await messagesOf(harness, channel)).find(({ by_kind: who }) => who === "person");
      expect(row?.status).toMatch(/sent|delivered|read/);
      return row;
    });
    await deliver(harness, channel, [
      {
        key: randomUUID(),
        event: { type: "account", what: "?", text: `${w["news"]} of ${phone}`, at: Date.now() },
      },
    ]);
    // A vendor's refusal may name whom it is about.
    await harness.env.TENANT_1.prepare("UPDATE messages SET reason = ? WHERE id = ?")
      .bind(`${w["refusal"]} is not there`, answered?.id ?? "")
      .run();
    await line.hears((message) => JSON.stringify(message).includes(w["answer"] ?? "?"));
    const heardOf = "SELECT 1 FROM channel_events WHERE channel_id = ?";
    await eventually(async () => expect(await rowsOf(harness, heardOf, channel.id)).toHaveLength(1));
    const worked = "SELECT 1 FROM turns WHERE enterprise_id = ?";
    await eventually(async () => expect(await rowsOf(harness, worked, owner.enterpriseId)).toHaveLength(1));
    // Looking everywhere takes a while, so it is done once.
    const planted = await everything(owner, [channel, withBot]);
    const unplanted = Object.entries(w).filter(([, word]) => placesOf([word], planted).length === 0);
    expect(unplanted.map(([what]) => what)).toEqual([]);
    expect(placesOf([w["text"] ?? ""], planted).map((place) => place.split(" ")[1])).toContain("HUB");
    await archived(harness);
    expect(await inIndexes([w["text"] ?? ""])).toEqual([
      "index TENANT_1 messages_fts_data",
      "index TENANT_1 chats_fts_data",
    ]);

    const counted = await rowsOf(harness, COUNTED, owner.enterpriseId);
    await erased(owner, phone);
    await settled(owner);
    // Bytes of files go with the next minute.
    await harness.scheduled();
    const leaving = "SELECT 1 FROM drive_files WHERE enterprise_id = ? AND state = 'leaving'";
    await eventually(async () => expect(await rowsOf(harness, leaving, owner.enterpriseId)).toEqual([]));
    expect(placesOf([...words, phone], await everything(owner, [channel, withBot]))).toEqual([]);
    expect(await inIndexes(words)).toEqual([]);
    expect(await mailsTo(send, mailedTo)).toEqual([]);
    await expect(owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} })).rejects.toThrow();

    // Screens ask anew, and who comes back as well.
    await line.hears(({ action }) => action === "refetch");
    line.close();

    // Counts stay as they were, and counting anew gives the same.
    expect(await rowsOf(harness, COUNTED, owner.enterpriseId)).toEqual(counted);
    await expectHoursAgree(harness, owner.enterpriseId);
    const bare = await messagesOf(harness, channel);
    const one = bare.find(({ id }) => id === answered?.id);
    expect(one).toMatchObject({ kind: "document", reason: null, body: '{"kind":"document"}' });
    const [{ at } = { at: 1 }] = await rowsOf<{ at: number }>(
      harness,
      "SELECT at FROM messages WHERE id = ?",
      answered?.id,
    );
    expect(at % 3_600_000).toBe(0);

    // A late event changes that row, and brings nobody back.
    const people = "SELECT count(*) AS n FROM identities WHERE enterprise_id = ?";
    const before = await rowsOf(harness, people, owner.enterpriseId);
    await deliver(harness, channel, [
      { ...first, key: randomUUID() },
      first,
      stating(answered?.id ?? "", "read"),
    ]);
    await eventually(async () => {
      const rows = await messagesOf(harness, channel);
      expect(rows.find(({ id }) => id === answered?.id)?.facts).toContain("read");
      expect(rows).toHaveLength(bare.length);
    });
    expect(await rowsOf(harness, people, owner.enterpriseId)).toEqual(before);
    // The key of what came again lives as long as every event's.
    const said = words.filter((word) => word !== w["vendorId"]);
    expect(placesOf([...said, phone], await everything(owner, [channel, withBot]))).toEqual([]);

    // Somebody who writes from there again is new.
    await deliver(harness, channel, [saying(`+${phone}`, "hello again", { name: "Tara" })]);
    await eventually(async () => expect(await customerOf(owner, phone)).toMatchObject({ name: "Tara" }));
    const chats = await owner.call(chatsApi.chatSummary, { query: { queue: "new" } });
    expect(chats.chats.map(({ lastMessage }) => lastMessage).toSorted()).toEqual([
      "hello again",
      "hello from another",
    ]);
  },
);

const COUNTED = `SELECT channel_id, hour, direction, fact, count FROM message_hours
  WHERE enterprise_id = ? AND count <> 0 AND fact <> 'cancelled' ORDER BY 1, 2, 3, 4`;
