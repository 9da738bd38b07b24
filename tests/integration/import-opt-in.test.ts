import { beforeEach, expect, test } from "vitest";
import { saveDefinition } from "#tests/support/customer-fields.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { optInTexts as texts } from "#texts/opt-in.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import type { ListOptIn } from "#workers/contract/opt-in.ts";

/** A file whose people have agreed to offers: the proof is kept with each of them, and goes with the import. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const { whatsApp, sms, email } = channelTypes;
const WORDING = "I want offers of My Shop by WhatsApp. I can end this at any time.";
const agreed = (more: Partial<ListOptIn> = {}): ListOptIn => ({
  channelTypes: [whatsApp],
  wording: WORDING,
  agreedOn: "2026-03-05",
  ...more,
});

let last = 0;
const numberOf = () =>
  `+9198${String(process.pid % 10_000).padStart(4, "0")}${String(++last).padStart(4, "0")}`;
const fileOf = (phones: readonly string[]) =>
  `Name,Phone\n${phones.map((phone, at) => `Person ${at},${phone}`).join("\n")}\n`;

async function imported(owner: Person, file: string, optIn: ListOptIn) {
  const { uploadId } = await startUpload(harness.fetch, owner, file, { optIn });
  return untilState(owner, uploadId, "COMPLETED");
}
async function undone(owner: Person, id: string, edited = false) {
  await owner.call(importsApi.stepImport, { params: { id, step: "undo" }, body: { edited } });
  return untilState(owner, id, "UNDONE");
}
interface Kept {
  address: string;
  type: number;
  given: 0 | 1;
  wording: string;
  source: string;
  at: number;
}
/** The last word about offers at each address. */
const lastWords = ({ enterpriseId }: Person) =>
  rowsOf<Kept>(
    harness,
    `SELECT a.address, a.channel_type AS type, c.given, c.wording, c.source, c.at FROM addresses a JOIN consents c ON c.identity_id = a.identity_id
       AND c.purpose = 'marketing' AND NOT EXISTS (SELECT 1 FROM consents l WHERE l.identity_id = c.identity_id AND l.purpose = 'marketing' AND (l.at, l.id) > (c.at, c.id))
     WHERE a.enterprise_id = ? ORDER BY a.address, a.channel_type`,
    enterpriseId,
  );
const peopleOf = ({ enterpriseId }: Person) =>
  rowsOf<{ phone: string }>(
    harness,
    "SELECT phone FROM customers WHERE enterprise_id = ? AND deleted_at IS NULL ORDER BY phone",
    enterpriseId,
  );

test("each person of the file has agreed: on these channels, to these words, on that day, by this import", async () => {
  const owner = await makePerson(harness);
  await saveDefinition(owner, "mail", { fieldLabel: "Mail", inputType: "email" });
  const [one, two] = [numberOf(), numberOf()];
  const file = `Name,Phone,Mail\nAsha,${one},Asha@People.example\nBina,${two},\nAsha again,${one},\n`;
  const { uploadId, optIn } = await imported(owner, file, agreed({ channelTypes: [email, whatsApp] }));
  expect(optIn).toEqual(agreed({ channelTypes: [email, whatsApp] }));
  const kept = {
    given: 1,
    wording: WORDING,
    source: `import:${uploadId}`,
    at: Date.parse("2026-03-05T12:00Z"),
  };
  expect(await lastWords(owner)).toEqual([
    { address: one, type: whatsApp, ...kept },
    { address: two, type: whatsApp, ...kept },
    { address: "asha@people.example", type: email, ...kept },
  ]);
  const { customers } = (await owner.call(customersApi.listCustomers, { query: { search: one } })).customers;
  const { consents } = await owner.call(customerReachApi.customerConsents, {
    params: { id: customers[0]?.id ?? "" },
    query: {},
  });
  expect(consents).toHaveLength(2);
  expect(consents[0]).toMatchObject({
    given: true,
    source: "import",
    wording: WORDING,
    purpose: "marketing",
  });
});

test("a file says nothing against whoever has refused: by a word, on the blacklist, or before they were known", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [stopped, listed, willing, talked] = [numberOf(), numberOf(), numberOf(), numberOf()];
  await deliver(harness, channel, [saying(stopped, "STOP")]);
  await deliver(harness, channel, [saying(talked, "Hello")]);
  await eventually(async () => expect(await peopleOf(owner)).toHaveLength(2));
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: [listed] } });
  const today = new Date().toISOString().slice(0, 10);
  await imported(owner, fileOf([stopped, listed, willing, talked]), agreed({ agreedOn: today }));
  const words = (await lastWords(owner)).map(({ address, given }) => [address, given]);
  expect(words).toEqual([
    [stopped, 0],
    [listed, 0],
    [willing, 1],
    [talked, 1],
  ]);
  // A word of their own after it counts, also on the same day.
  await deliver(harness, channel, [saying(willing, "STOP")]);
  await eventually(async () =>
    expect((await lastWords(owner)).find(({ address }) => address === willing)).toMatchObject({ given: 0 }),
  );
});

test("an undo takes it back from all, also from whom it leaves, and forgets those whom it alone knew", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [quiet, talks, before] = [numberOf(), numberOf(), numberOf()];
  await imported(owner, fileOf([before]), agreed({ wording: "Before" }));
  const { uploadId } = await imported(
    owner,
    fileOf([quiet, talks, before]),
    agreed({ agreedOn: "2026-04-01" }),
  );
  await deliver(harness, channel, [saying(talks, "Hello")]);
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT 1 FROM chats WHERE channel_id = ?", channel.id)).toHaveLength(1),
  );
  const preview = await owner.call(importsApi.previewUndo, { params: { id: uploadId } });
  expect(preview).toEqual({ removed: 1, restored: 1, edited: { removed: 1, restored: 0 } });
  const { counts } = await undone(owner, uploadId);
  expect(counts.kept).toBe(1);
  expect((await peopleOf(owner)).map(({ phone }) => phone)).toEqual([talks, before].toSorted());
  expect(await lastWords(owner)).toMatchObject([{ address: before, wording: "Before", given: 1 }]);
  expect(
    await rowsOf(
      harness,
      "SELECT 1 FROM addresses WHERE enterprise_id = ? AND address = ?",
      owner.enterpriseId,
      quiet,
    ),
  ).toEqual([]);
});

test("what proves nothing is refused at its field, and a check agrees to nothing", async () => {
  const owner = await makePerson(harness);
  const path = await sendFile(harness.fetch, owner, fileOf([numberOf()]), "people.csv");
  const ask = async (optIn: object) => {
    const answer = await owner.send("POST", "/api/chatbird/api/customer_master/customers_csv", {
      file: { name: "people.csv", path },
      dryRun: true,
      optIn,
    });
    return [answer.status, ((await answer.json()) as { errors?: Record<string, string> }).errors];
  };
  expect(await ask(agreed({ wording: "  " }))).toEqual([400, { "optIn.wording": texts.noWording }]);
  expect(await ask(agreed({ channelTypes: [] }))).toEqual([400, { "optIn.channelTypes": texts.noChannel }]);
  expect(await ask(agreed({ agreedOn: "2026-02-30" }))).toEqual([400, { "optIn.agreedOn": texts.noDate }]);
  const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  expect(await ask(agreed({ agreedOn: ahead }))).toEqual([400, { "optIn.agreedOn": texts.inFuture }]);
  const web = { ...agreed(), channelTypes: [channelTypes.web] };
  expect((await ask(web))[0]).toBe(400);
  const check = (optIn: ListOptIn | null) =>
    owner.call(importsApi.startImport, {
      body: { file: { name: "people.csv", path }, dryRun: true, optIn },
    });
  await untilState(owner, (await check(null)).uploadId, "CHECKED");
  // A file that was only checked is checked anew with another word.
  const checked = await check(agreed({ channelTypes: [sms] }));
  await untilState(owner, checked.uploadId, "CHECKED");
  expect(await lastWords(owner)).toEqual([]);
  await owner.call(importsApi.stepImport, { params: { id: checked.uploadId, step: "start" } });
  await untilState(owner, checked.uploadId, "COMPLETED");
  expect(await lastWords(owner)).toMatchObject([{ type: sms, given: 1 }]);
});
