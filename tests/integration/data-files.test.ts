import { randomUUID } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { switchCampaignsOn } from "#tests/support/campaigns.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { importsTexts } from "#texts/imports.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { checkDataFile, MAX_DATA_BYTES, MOST_DATA_ROWS } from "#workers/contract/endpoints/data-files.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import { components as schema } from "#workers/contract/templates/template.ts";
import { removeOldFiles } from "#workers/domain/imports/clean.ts";
import { tenantDatabase } from "#db/client.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

async function begin(type: number = channelTypes.whatsApp) {
  const owner = await makePerson(harness);
  if (type === channelTypes.email) await switchCampaignsOn(harness, owner);
  const channel = await makeChannel(harness, owner, { rate: 500, type });
  const templateId = randomUUID();
  await db
    .prepare(
      `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?1, 'en', 'UTILITY', ?4, 'APPROVED', 1, 1, '', 1, 1)`,
    )
    .bind(
      templateId,
      channel.enterpriseId,
      channel.id,
      JSON.stringify(schema.parse({ body: { text: "Hello {{1}}, see you in {{2}}" } })),
    )
    .run();
  const upload = (text: string | Uint8Array, name = "people.csv") =>
    sendFile(harness.fetch, owner, text, name);
  const check = (path: string) => owner.call(checkDataFile, { body: { path } });
  const request = (file: { path: string; column: string }, columnMapping: object[] = MAPPED) => ({
    channelId: channel.id,
    phoneNumber: [],
    audience: { file },
    message: { template: { templateUId: templateId } },
    columnMapping,
  });
  const send = (file: { path: string; column: string }, columnMapping?: object[]) =>
    owner.call(broadcastSendingApi.sendBroadcast, { body: request(file, columnMapping) as never });
  const ended = (id: string, status = "completed") =>
    eventually(async () => {
      const { data } = await owner.call(broadcastsApi.getBroadcast, { params: { id } });
      expect(data).toMatchObject({ status });
      expect(data.endedAt).not.toBeNull();
      return data;
    });
  const recipients = (id: string) =>
    rowsOf<{ address: string; status: string; code: string | null; data: string | null }>(
      harness,
      `SELECT r.address, r.status, r.code, r.data FROM broadcast_recipients r WHERE substr(r.id, 1, 28) = substr(?, 1, 28) ORDER BY r.id`,
      id,
    );
  return { owner, channel, upload, check, request, send, ended, recipients };
}

const MAPPED = [
  { variable: "body/1", type: "expression", value: "{row.First name|friend}" },
  { variable: "body/2", type: "column", value: "row.City" },
];
let phone = 0;
const number = () => `+9197${String(20_000_000 + phone++).padStart(8, "0")}`;

test("rows of a file are recipients with values of their own, and each row is accounted for", async () => {
  const { owner, upload, check, send, ended, recipients } = await begin();
  const [one, two, three] = [number(), number(), number()];
  await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha Rao", phoneNumber: one, data: [], groups: [], tags: [] },
  });
  const path = await upload(
    `City;Mobile;First name\r\nPune;${one};Asha\r\n\r\nDelhi;${two.slice(1)};\r\nGoa;${one};Again\r\nKochi;no number;X\r\n;${three};Lost\r\n`,
  );
  expect(await check(path)).toMatchObject({
    path,
    headers: ["City", "Mobile", "First name"],
    total: 5,
    column: "Mobile",
    rows: [["Pune", one, "Asha"], expect.anything(), expect.anything(), expect.anything(), expect.anything()],
  });
  const { id } = await send({ path, column: "Mobile" });
  const done = await ended(id);
  expect(done.counts).toMatchObject({ total: 4, doubles: 1, failed: 2 });
  expect(await recipients(id)).toEqual([
    { address: one, status: expect.anything(), code: null, data: '{"body/1":"Asha","body/2":"Pune"}' },
    { address: two, status: expect.anything(), code: null, data: '{"body/1":"friend","body/2":"Delhi"}' },
    { address: "no number", status: "failed", code: "invalidNumber", data: null },
    { address: three, status: "failed", code: "missingValue", data: null },
  ]);
});

test("an estimate reads the file, and says what is wrong with it at its field", async () => {
  const { owner, upload, check, request } = await begin();
  const validate = (...asked: Parameters<typeof request>) =>
    owner.call(broadcastSendingApi.validateBroadcast, { body: request(...asked) as never });
  const path = await upload(`Phone,City,First name\n${number()},Pune,Asha\n${number()},Delhi,Ravi\n`);
  // Not checked yet.
  await expect(validate({ path, column: "Phone" })).rejects.toThrow(
    JSON.stringify({ "audience.file": texts.dataFileGone }),
  );
  await check(path);
  expect(await validate({ path, column: "Phone" })).toMatchObject({
    total: 2,
    reachable: 2,
    samples: [{ rendered: "Hello Asha, see you in Pune" }, { rendered: "Hello Ravi, see you in Delhi" }],
  });
  await expect(validate({ path, column: "Mobile" })).rejects.toThrow(
    JSON.stringify({ "audience.file": texts.columnGone("Mobile") }),
  );
  expect(
    await validate({ path, column: "Phone" }, [
      { variable: "body/1", type: "column", value: "row.Town" },
      { variable: "body/2", type: "static", value: "Goa" },
    ]),
  ).toMatchObject({ problems: [{ variable: "body/1", message: texts.columnGone("row.Town") }] });
  const other = await begin();
  await expect(other.check(path)).rejects.toThrow(": 404 ");
});

test("an estimate counts a number once, however often and wherever the file has it", async () => {
  const { owner, upload, check, request } = await begin();
  const estimate = async (rows: readonly string[]) => {
    const path = await upload(`Phone,City,First name\n${rows.join("\n")}\n`);
    await check(path);
    return owner.call(broadcastSendingApi.validateBroadcast, {
      body: request({ path, column: "Phone" }) as never,
    });
  };
  const same = Array.from({ length: 6_000 }, () => "+919812345678,Pune,Asha");
  expect(await estimate(same)).toMatchObject({ total: 6_000, looked: 5_000, reachable: 1, doubles: 5_999 });
  // The rows looked at have each of them once; the second half is the first once more, otherwise written.
  const half = Array.from({ length: 5_500 }, (_, at) => String(9_198_300_000_00 + at));
  const twice = [...half.map((each) => `${each},Pune,Asha`), ...half.map((each) => `+${each},Goa,Ravi`)];
  expect(await estimate(twice)).toMatchObject({ total: 11_000, reachable: 5_500, doubles: 5_500 });
});

test("mails of a file are counted and sent once by their address, however it is written", async () => {
  const { owner, upload, check, request, send, ended, recipients } = await begin(channelTypes.email);
  const column = "Mail";
  const rowsIn = (mails: readonly string[]) =>
    `Name,Mail,City,First name\n${mails.map((each) => `x,${each},Pune,Asha`).join("\n")}\n`;
  // The rows looked at have each of them once; the second half is the first once more, otherwise written.
  const half = Array.from({ length: 5_500 }, (_, at) => `person${at}@people.example`);
  const path = await upload(rowsIn([...half, ...half.map((each) => ` ${each.toUpperCase()} `)]));
  await check(path);
  const estimate = await owner.call(broadcastSendingApi.validateBroadcast, {
    body: request({ path, column }) as never,
  });
  expect(estimate).toMatchObject({ total: 11_000, reachable: 5_500, doubles: 5_500 });
  const few = await upload(rowsIn(["asha@people.example", " ASHA@People.Example", "ａsha@people.example"]));
  await check(few);
  const { id } = await send({ path: few, column });
  expect((await ended(id)).counts).toMatchObject({ total: 1, doubles: 2, failed: 0 });
  expect(await recipients(id)).toMatchObject([{ address: "asha@people.example" }]);
});

test("an estimate weighs people and rows of a file apart: each stands for its own part", async () => {
  const { owner, upload, check, request } = await begin();
  const path = await upload(
    `Phone,City,First name\n${Array.from({ length: 11_000 }, (_, at) => `${9_198_400_000_00 + at},Pune,Asha`).join("\n")}\n`,
  );
  await check(path);
  const phoneNumber = Array.from({ length: 1_000 }, (_, at) => `+1212555${String(1_000 + at)}`);
  const columnMapping = MAPPED.map(({ variable }) => ({ variable, type: "static", value: "there" }));
  const { cost, reachable } = await owner.call(broadcastSendingApi.validateBroadcast, {
    body: { ...request({ path, column: "Phone" }, columnMapping), phoneNumber } as never,
  });
  expect(reachable).toBe(12_000);
  expect(cost.lines.map(({ country, people }) => [country, people]).toSorted()).toEqual([
    ["IN", 11_000],
    ["US", 1_000],
  ]);
});

test("a file that was taken out of here goes in again as it was, and one that is too large is refused", async () => {
  const { owner, upload, check, send, ended, recipients } = await begin();
  const one = number();
  const path = await upload(`Phone,City,First name\n'${one},'=Pune,'-Asha\n`);
  await check(path);
  const { id } = await send({ path, column: "Phone" });
  await ended(id);
  expect(await recipients(id)).toMatchObject([{ address: one, data: '{"body/1":"-Asha","body/2":"=Pune"}' }]);
  const many = await upload(`A\n${"1\n".repeat(MOST_DATA_ROWS)}1`);
  await expect(check(many)).rejects.toThrow(texts.dataRowsMany("1,000,000"));
  const begun = await owner.call(importsApi.beginUpload, { body: { name: "a.csv", bytes: 100 } });
  await expect(check(begun.path)).rejects.toThrow(importsTexts.partsMissing);
  await db
    .prepare("UPDATE import_files SET bytes = ? WHERE id = ?")
    .bind(MAX_DATA_BYTES + 1, begun.path)
    .run();
  await expect(check(begun.path)).rejects.toThrow(texts.dataFileLarge("256 MB"));
});

test("a spreadsheet and an archive are unpacked into rows", async () => {
  const { upload, check, send, ended, recipients } = await begin();
  const [one, two] = [number(), number()];
  const csv = `Phone,City,First name\n${one},Pune,Asha\n`;
  const archive = await check(
    await upload(zipSync({ "people/may.csv": strToU8(csv), "__MACOSX/._may.csv": strToU8("x") }), "may.zip"),
  );
  expect(archive).toMatchObject({ name: "may.zip", headers: ["Phone", "City", "First name"], total: 1 });
  const workbook = zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "xl/worksheets/sheet1.xml": strToU8(
      `<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>City</t></is></c><c t="inlineStr"><is><t>First name</t></is></c></row><row><c><v>${two.slice(1)}</v></c><c t="inlineStr"><is><t>Delhi, north</t></is></c></row></sheetData></worksheet>`,
    ),
    "xl/workbook.xml": strToU8('<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>'),
    "xl/_rels/workbook.xml.rels": strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    "xl/sharedStrings.xml": strToU8("<sst><si><t>Mobile</t></si></sst>"),
  });
  const sheet = await check(await upload(workbook, "people.xlsx"));
  expect(sheet).toMatchObject({ column: "Mobile", total: 1, rows: [[two.slice(1), "Delhi, north", ""]] });
  // A spreadsheet in an archive, too.
  expect(await check(await upload(zipSync({ "a.xlsx": workbook }), "a.zip"))).toMatchObject({ total: 1 });
  await expect(
    check(await upload(zipSync({ "a.csv": strToU8(csv), "b.csv": strToU8(csv) }))),
  ).rejects.toThrow(importsTexts.oneInArchive);
  const { id } = await send({ path: sheet.path, column: "Mobile" });
  await ended(id);
  expect(await recipients(id)).toMatchObject([
    { address: two, data: '{"body/1":"friend","body/2":"Delhi, north"}' },
  ]);
});

test("a file larger than a page is read to its end, whatever its pages are", async () => {
  const { upload, check, send, ended, recipients } = await begin();
  const rows = Array.from({ length: 603 }, (_, at) => `${number()},"City, ${at}",Name ${at}`);
  const path = await upload(`Phone,City,First name\n${rows.join("\n")}`);
  expect(await check(path)).toMatchObject({ total: 603 });
  const { id } = await send({ path, column: "Phone" });
  expect((await ended(id)).counts).toMatchObject({ total: 603, doubles: 0, failed: 0 });
  const found = await recipients(id);
  expect(found.map(({ address }) => address)).toEqual(rows.map((each) => each.split(",")[0]));
  expect(found.at(-1)?.data).toBe('{"body/1":"Name 602","body/2":"City, 602"}');
});

test("a broadcast whose file is gone fails with the reason, and none of its people waits", async () => {
  const { channel, upload, check, owner, request, ended } = await begin();
  const path = await upload(`Phone,City,First name\n${number()},Pune,Asha\n`);
  await check(path);
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: { ...request({ path, column: "Phone" }), startAt, timezone: "UTC" } as never,
  });
  // Two days later it is still needed.
  await removeOldFiles(
    tenantDatabase(harness.env, "TENANT_1"),
    harness.env.FILES,
    Date.now() + 2 * 86_400_000,
  );
  expect(await check(path)).toMatchObject({ total: 1 });
  await db.prepare("DELETE FROM import_files WHERE id = ?").bind(path).run();
  await owner.call(broadcastSendingApi.moveBroadcast, { params: { id, action: "start" } });
  expect(await ended(id, "failed")).toMatchObject({ reason: texts.dataFileGone, counts: { queued: 0 } });
  expect(channel.id).not.toBe("");
});
