import { existsSync, readFileSync } from "node:fs";
import { zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { endedJob } from "#db/seed/job.ts";
import { startHarness } from "#tests/support/harness.ts";
import { meet } from "#tests/support/customers.ts";
import { makeLoadFields } from "#tests/support/load-fields.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { sendFile, sendPart } from "#db/seed/send-file.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import * as customerBulkApi from "#workers/contract/endpoints/customer-bulk.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";

const harness = await startHarness();
const send = harness.fetch;

type Options = Parameters<typeof startUpload>[3];

async function imported(
  who: Person,
  file: string | Uint8Array,
  options: Options = {},
): Promise<CustomerImport> {
  const { uploadId } = await startUpload(send, who, file, options);
  return untilState(who, uploadId, options.dryRun ? "CHECKED" : "COMPLETED");
}

interface Stored {
  name: string;
  phone: string;
  phone_typed: string;
  whatsapp: string;
  twitter_id: string;
  data: string;
  revision: number;
  taggings: string | null;
}

/** An enterprise's customers by phone number, straight from the database. */
async function customersOf({ enterpriseId }: Person): Promise<Stored[]> {
  const { results } = await harness.env.TENANT_1.prepare(
    `SELECT name, phone, phone_typed, whatsapp, twitter_id, data, revision,
       (SELECT group_concat(k.kind || ' ' || k.name, ', ') FROM (
          SELECT m.kind, m.name FROM customer_marks c JOIN marks m ON m.id = c.mark_id
          WHERE c.customer = customers.number ORDER BY m.kind, m.name) k) AS taggings
     FROM customers WHERE enterprise_id = ? AND deleted_at IS NULL ORDER BY phone`,
  )
    .bind(enterpriseId)
    .all<Stored>();
  return results;
}

const valuesOf = ({ data }: Stored): string[] => Object.values(JSON.parse(data) as Record<string, string>);

const rowCount = async (
  table: "import_numbers" | "import_changes" | "import_pages",
  importId: string,
): Promise<unknown> =>
  harness.env.TENANT_1.prepare(`SELECT count(*) AS n FROM ${table} WHERE import_id = ?`)
    .bind(importId)
    .first("n");

const errorsOf = async (who: Person, { uploadId }: CustomerImport) =>
  (await who.call(importsApi.listErrors, { query: { entryId: uploadId } })).customers.customers;

const csvOfErrors = async (who: Person, { uploadId }: CustomerImport): Promise<Uint8Array> => {
  const response = await who.send("GET", `/api/chatbird/api/customer_master/uploads/${uploadId}/errors`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return new Uint8Array(await response.arrayBuffer());
};

let person: Person;
beforeAll(async () => {
  person = await makePerson(harness);
  await makeLoadFields(person);
});

describe("an import", () => {
  test("creates whom it finds new, with fields, groups and labels, which it makes where they are missing", async () => {
    const who = await makePerson(harness);
    await makeLoadFields(who);
    await who.call(customerTaggingsApi.saveGroup, { body: { name: "News" } });
    const done = await imported(
      who,
      "Full name;Mobile No.;CITY;Group;Labels;Whatsapp;twitter\r\n" +
        'Asha Verma;+91 98765 43210;Mumbai;"news;Second Group";VIP;wa1;@asha\r\n' +
        "Ravi;919876543211;;news;;;\r\n",
    );
    expect(done).toMatchObject({
      state: "COMPLETED",
      totalLines: 2,
      acceptedLines: 2,
      errorLines: 0,
      progress: 1,
      counts: { created: 2, updated: 0, duplicates: 0 },
      mapping: [
        "name",
        "phoneNumber",
        expect.stringMatching(/^field:/),
        "groups",
        "tags",
        "whatsAppNumber",
        "twitterId",
      ],
    });
    const [asha, ravi] = await customersOf(who);
    expect(asha).toMatchObject({
      name: "Asha Verma",
      phone: "+919876543210",
      phone_typed: "+91 98765 43210",
      whatsapp: "wa1",
      twitter_id: "@asha",
      taggings: "group News, group Second Group, label VIP",
    });
    expect(valuesOf(asha as Stored)).toEqual(["Mumbai"]);
    expect(ravi).toMatchObject({ phone: "+919876543211", taggings: "group News" });
  });

  test("updates by the number: an empty cell and a column that is not there leave what was", async () => {
    const who = await makePerson(harness);
    await makeLoadFields(who);
    await imported(who, "Name,Phone,City,Amount,Twitter ID\nAsha,+919876543210,Mumbai,1.5,asha\n");
    const done = await imported(who, "Phone,Name,City,Twitter ID\n+91 98765-43210,,Pune,\n");
    expect(done.counts).toMatchObject({ created: 0, updated: 1, rejected: 0 });
    const [asha, ...others] = await customersOf(who);
    expect(others).toEqual([]);
    expect(asha).toMatchObject({ name: "Asha", twitter_id: "asha", revision: 2 });
    expect(valuesOf(asha as Stored).toSorted()).toEqual(["1.5", "Pune"]);
  });

  test("of a number that stands in it three times is one customer with what the last rows say", async () => {
    const who = await makePerson(harness);
    const done = await imported(
      who,
      "Name,Phone,Whatsapp\nFirst,+919876543210,w\nOther,+919876543211,\nSecond,00919876543210,\n,+91 98765 43210,last\n",
    );
    expect(done.counts).toMatchObject({ total: 4, created: 2, duplicates: 2, updated: 0, rejected: 0 });
    expect(await customersOf(who)).toMatchObject([{ name: "Second", whatsapp: "last" }, { name: "Other" }]);
  });

  test("finds its customers by search at once", async () => {
    const who = await makePerson(harness);
    await imported(who, "Name,Phone\nनमस्ते शर्मा,+919876543210\nAsha,+919876543211\n");
    const { customers } = await who.call(customersApi.listCustomers, { query: { search: "शर्मा" } });
    expect(customers.customers).toMatchObject([{ phoneNumber: "+919876543210" }]);
  });
});

describe("a wrong row", () => {
  const header = "Name,Phone Number,Email,City,Plan,Amount";
  const file = [
    header,
    "Good,+919876500001,a@example.com,Mumbai,Gold,1",
    'A,12,"not, mail",M1,Iron,x',
    ",+919876500002,,,,",
    'Two,+919876500003,,,,,extra,"more"',
    'Broken,"+919876500004,,,,',
    "  ,+919876500005,,,,",
    `${"N".repeat(31)},+919876500006,,,,`,
    '"Quoted\nname",+919876500007,,Pune,,',
  ].join("\n");

  test("is kept as it stands in the file, with its line and every reason", async () => {
    const done = await imported(person, file);
    expect(done).toMatchObject({ totalLines: 8, acceptedLines: 2, errorLines: 6 });
    const errors = await errorsOf(person, done);
    expect(errors.map(({ line, lineStr }) => [line, lineStr])).toEqual(
      [3, 4, 5, 6, 7, 8].map((line) => [line, file.split("\n")[line - 1]]),
    );
    const reasons = errors.map((row) => row.errors.map(({ message }) => message));
    expect(reasons[0]).toEqual([
      "Name: Minimum length must be 2 characters.",
      texts.phoneShort(10),
      "Email must be an e-mail address.",
      "City can contain only letters.",
      "Plan must be one of: Basic, Silver, Gold.",
      "Amount must be a number, for example 12.5.",
    ]);
    expect(reasons.slice(1)).toEqual([
      ["Name is required"],
      [texts.tooManyCells(8, 6)],
      [texts.unclosedQuote],
      ["Whitespace only present in the field - Name"],
      ["Name: Maximum length must be 30 characters."],
    ]);
  });

  test("comes as a CSV that, mended, imports by itself: the column of reasons counts for nothing", async () => {
    const who = await makePerson(harness);
    await makeLoadFields(who);
    const done = await imported(who, file);
    const csv = new TextDecoder().decode(await csvOfErrors(who, done));
    expect(csv.split("\r\n")[0]).toBe(`${header},Errors`);
    const mended = csv
      .replace("A,12,", "Anna,+919876500010,")
      .replace('"not, mail"', "anna@example.com")
      .replace("M1,Iron,x", "Mumbai,Silver,7");
    const again = await imported(who, mended);
    expect(again.mapping.at(-1)).toBe("");
    expect(again).toMatchObject({ totalLines: 6, acceptedLines: 1, errorLines: 5 });
    expect(await customersOf(who)).toMatchObject([
      { phone: "+919876500001" },
      { phone: "+919876500007" },
      { name: "Anna", phone: "+919876500010" },
    ]);
  });

  test("is found among others by what stands in it, page by page", async () => {
    const rows = Array.from({ length: 40 }, (_, row) => `Nobody ${row},no number`);
    const done = await imported(person, `Name,Phone\n${rows.join("\n")}\n`);
    const page = (from: number) =>
      person.call(importsApi.listErrors, { query: { entryId: done.uploadId, from, perPage: 15 } });
    const pages = await Promise.all([page(0), page(15), page(30)]);
    expect(pages.map(({ customers }) => customers.hasMore)).toEqual([true, true, false]);
    expect(pages.flatMap(({ customers }) => customers.customers.map(({ lineStr }) => lineStr))).toEqual(rows);
    const found = await person.call(importsApi.listErrors, {
      query: { entryId: done.uploadId, search: "NOBODY 17" },
    });
    expect(found.customers.customers.map(({ line }) => line)).toEqual([19]);
  });

  test.each([
    ["a cell of 1 MB in a column that is taken", 1_000_000, 1],
    ["a cell of 1 MB in a column that is left out", 1_000_000, 0],
  ])("%s", async (_, size, wrong) => {
    const big = "b".repeat(size);
    const header_ = wrong === 1 ? "Name,Phone,City" : "Name,Phone,Unknown";
    const row = `Asha,+919876500020,"${big}"`;
    const done = await imported(person, `${header_}\n${row}\nRavi,+919876500021,\n`);
    expect(done).toMatchObject({ totalLines: 2, errorLines: wrong });
    if (wrong === 1) {
      const csv = new TextDecoder().decode(await csvOfErrors(person, done));
      expect(csv).toContain(big);
    }
  });

  test.each(["=1+1", "@SUM(1,1)", "+1+1", "-1+1", "＝1+1", '=cmd|" /C calc"!A0'])(
    "that begins like a formula (%s) leaves no formula in the file to mend, and comes back as it was (S-51)",
    async (cell) => {
      const done = await imported(person, `Name,Phone\n"${cell.replaceAll('"', '""')}",wrong\n`);
      const csv = new TextDecoder().decode(await csvOfErrors(person, done));
      expect(csv.split("\r\n")[1]).toMatch(/^"?'/);
      const again = await imported(person, csv.replace(",wrong", ",+919876500030"));
      expect(again.acceptedLines).toBe(1);
      const named = (await customersOf(person)).find(({ phone }) => phone === "+919876500030");
      expect(named?.name).toBe(cell);
    },
  );
});

describe("a check before the import", () => {
  const first = "Name,Phone,Groups\nA one,+919876500001,G\nB two,+919876500002,\n";
  const second =
    "Name,Phone,Groups\nA new,+919876500001,H\nwrong,x,\nC new,+919876500003,\n,+919876500003,H\n,+919876500004,\nB,+919876500002,\nB again,+919876500002,\n";

  test("writes nothing and counts exactly what the import then does", async () => {
    const who = await makePerson(harness);
    await imported(who, first);
    const before = await customersOf(who);
    const checked = await imported(who, second, { dryRun: true });
    expect(await customersOf(who)).toEqual(before);
    expect(checked.counts).toEqual({
      total: 7,
      accepted: 4,
      rejected: 3,
      created: 1,
      updated: 2,
      duplicates: 1,
      kept: 0,
    });
    expect(await rowCount("import_numbers", checked.uploadId)).toBe(0);
    const wrong = await errorsOf(who, checked);
    // Each group can be had as it stands in the file.
    const rowsOf = async (group: string) => {
      const answer = await who.send(
        "GET",
        `/api/chatbird/api/customer_master/uploads/${checked.uploadId}/rows/${group}`,
      );
      return { status: answer.status, lines: (await answer.text()).trim().split("\r\n").slice(1) };
    };
    expect((await rowsOf("created")).lines).toEqual(["C new,'+919876500003,"]);
    expect((await rowsOf("updated")).lines).toEqual(["A new,'+919876500001,H", "B again,'+919876500002,"]);
    expect((await rowsOf("duplicates")).lines).toEqual([",'+919876500003,H"]);
    const agent = await makeColleague(harness, who);
    expect(
      (await agent.send("GET", `/api/chatbird/api/customer_master/uploads/${checked.uploadId}/rows/created`))
        .status,
    ).toBe(403);

    await who.call(importsApi.stepImport, { params: { id: checked.uploadId, step: "start" } });
    const done = await untilState(who, checked.uploadId, "COMPLETED");
    expect(done.counts).toEqual(checked.counts);
    expect(await errorsOf(who, done)).toEqual(wrong);
    const refused = await who.send(
      "POST",
      `/api/chatbird/api/customer_master/uploads/${checked.uploadId}/start`,
      {},
    );
    expect(refused.status).toBe(409);
    expect((await rowsOf("created")).status).toBe(409);
    expect(await rowCount("import_pages", checked.uploadId)).toBe(0);
  });

  test("with another mapping replaces the one before; the same call again is the same import", async () => {
    const who = await makePerson(harness);
    const path = await sendFile(send, who, first);
    const start = (mapping: ("" | "name" | "phoneNumber" | "groups" | "tags")[], dryRun: boolean) =>
      who.call(importsApi.startImport, { body: { file: { name: "f.csv", path }, mapping, dryRun } });
    const one = await start(["name", "phoneNumber", "groups"], true);
    expect((await start(["name", "phoneNumber", "groups"], true)).uploadId).toBe(one.uploadId);
    const two = await start(["name", "phoneNumber", "tags"], true);
    expect(two.uploadId).not.toBe(one.uploadId);
    await untilState(who, two.uploadId, "CHECKED");
    const real = await start(["name", "phoneNumber", "tags"], false);
    expect((await start(["name", "phoneNumber", "tags"], false)).uploadId).toBe(real.uploadId);
    await untilState(who, real.uploadId, "COMPLETED");
    const { customerCSVs } = await who.call(importsApi.listUploads);
    expect(customerCSVs.map(({ uploadId }) => uploadId)).toEqual([real.uploadId]);
    const other = who.call(importsApi.startImport, {
      body: { file: { name: "f.csv", path }, mapping: ["name", "phoneNumber", ""], dryRun: false },
    });
    await expect(other).rejects.toThrow("409");
  });
});

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

describe("a file", () => {
  const textWith = (delimiter: string, newline: string) =>
    [
      ["Name", "Phone", "City"],
      ["Zoë", "+919876500001", "Köln"],
      ['"Two\nlines"', "+919876500002", "Pune"],
    ]
      .map((cells) => cells.join(delimiter))
      .join(newline);
  const files: [string, Uint8Array][] = [
    ["in UTF-8", Buffer.from(textWith(",", "\n"))],
    ["in UTF-8 with a mark and CRLF", Buffer.from(`\uFEFF${textWith(",", "\r\n")}`)],
    ["in UTF-16 LE with a mark and semicolons", utf16(`\uFEFF${textWith(";", "\r\n")}`)],
    ["in UTF-16 LE without a mark", utf16(textWith(",", "\n"))],
    ["in UTF-16 BE with a mark and tabs", utf16(`\uFEFF${textWith("\t", "\n")}`).swap16()],
    ["in UTF-16 BE without a mark", utf16(textWith(",", "\n")).swap16()],
    ["in Windows-1252 with CR alone", Buffer.from(textWith(";", "\r"), "latin1")],
  ];
  test.each(files)("%s is read for what it is", async (_, bytes) => {
    const who = await makePerson(harness);
    await makeLoadFields(who);
    const done = await imported(who, new Uint8Array(bytes));
    expect(done.counts).toMatchObject({ total: 2, created: 2 });
    const [zoe, two] = await customersOf(who);
    expect(zoe?.name).toBe("Zoë");
    expect(valuesOf(zoe as Stored)).toEqual(["Köln"]);
    expect(two?.name).toBe("Two lines");
  });

  test("shows how it reads before it is imported: headers, first rows, what the columns may be", async () => {
    const path = await sendFile(
      send,
      person,
      "नाम;मोबाइल नंबर;शहर;city;Errors\nआशा;'+919876500001;x;Pune;old\n",
    );
    const found = await person.call(importsApi.inspectFile, { body: { path } });
    expect(found).toMatchObject({
      encoding: "utf-8",
      delimiter: ";",
      headers: ["नाम", "मोबाइल नंबर", "शहर", "city", "Errors"],
      rows: [["आशा", "+919876500001", "x", "Pune", "old"]],
      mapping: ["name", "phoneNumber", "", expect.stringMatching(/^field:/), ""],
    });
  });

  test("of 1,000 columns is read, of 1,001 refused", async () => {
    const columns = (count: number) =>
      `Name,Phone,${Array.from({ length: count - 2 }, (_, column) => `c${column}`).join(",")}\nAsha,+919876500001\n`;
    expect(await imported(person, columns(1_000))).toMatchObject({ acceptedLines: 1 });
    await expect(startUpload(send, person, columns(1_001))).rejects.toThrow(texts.tooManyColumns(1_000));
  });

  const refused: [string, string | Uint8Array, string][] = [
    ["with a header alone", "Name,Phone\n", texts.headerOnly],
    ["with a header and empty lines", "Name,Phone\n\n,,\n \n", texts.headerOnly],
    ["of empty lines", "\n\n", texts.empty],
    ["that is a ZIP named .csv", zipSync({ "a.csv": new Uint8Array([1]) }), texts.zip],
    ["that is no text", new Uint8Array(2_000).map((_, at) => (at * 7) % 32), texts.binary],
    ["that is an old spreadsheet", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), texts.binary],
    ["without a number", "Name,City\nAsha,Pune\n", texts.noPhone],
    ["without a name", "Phone,City\n+919876500001,Pune\n", texts.noName],
  ];
  test.each(refused)("%s is refused in a sentence, and nothing is begun", async (_, bytes, sentence) => {
    const who = await makePerson(harness);
    await expect(startUpload(send, who, bytes)).rejects.toThrow(sentence);
    expect((await who.call(importsApi.listUploads)).customerCSVs).toEqual([]);
  });

  test("without a byte is refused before it is sent", async () => {
    await expect(sendFile(send, person, "")).rejects.toThrow(texts.empty);
  });

  test("with a quotation mark open to its end loses that line only", async () => {
    const who = await makePerson(harness);
    const rows = Array.from({ length: 3_000 }, (_, row) => `Row ${row},+9198765${10_000 + row}`);
    rows[1] = '"Open,+919876511111';
    const done = await imported(who, `Name,Phone\n${rows.join("\n")}\n`);
    expect(done).toMatchObject({ totalLines: 3_000, acceptedLines: 2_999, errorLines: 1 });
    expect(await errorsOf(who, done)).toMatchObject([
      { line: 3, errors: [{ message: texts.unclosedQuote }] },
    ]);
  });

  test("with columns named after an object's inner parts changes nothing but customers (S-35)", async () => {
    const done = await imported(
      person,
      "Name,Phone,__proto__,constructor,prototype.polluted\nAsha,+919876500001,x,y,z\n",
    );
    expect(done).toMatchObject({
      acceptedLines: 1,
      headers: ["Name", "Phone", "__proto__", "constructor", "prototype.polluted"],
      mapping: ["name", "phoneNumber", "", "", ""],
    });
  });

  const blns = referenceCorpus("blns", "blns.json");
  test.skipIf(!existsSync(blns))(
    "of naughty strings is imported or refused row by row (R-15, S-33)",
    async () => {
      const naughty = (JSON.parse(readFileSync(blns, "utf8")) as string[]).map((text) => text.toWellFormed());
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const rows = naughty.map(
        (text, row) =>
          `Name ${row},+9198766${10_000 + row},${cell(text)},${cell(text)},${cell(text.replaceAll(";", ""))},${cell(text)}`,
      );
      const done = await imported(
        person,
        `Name,Phone,Whatsapp,City,Groups,Facebook ID\n${rows.join("\n")}\n`,
      );
      expect(done.totalLines).toBe(naughty.length);
      expect(done.acceptedLines + done.errorLines).toBe(naughty.length);
      const names = `Name,Phone\n${naughty.map((text, row) => `${cell(text)},+9198767${10_000 + row}`).join("\n")}\n`;
      expect((await imported(person, names)).totalLines).toBe(naughty.length);
    },
  );

  test("that is the sample, as it is downloaded, imports as it stands", async () => {
    const response = await person.send("GET", "/api/chatbird/api/customer_master/sample");
    expect(response.headers.get("content-disposition")).toContain("Sample.csv");
    const sample = new Uint8Array(await response.arrayBuffer());
    const [header = ""] = new TextDecoder().decode(sample).split("\r\n");
    expect(header).toBe(
      "Name,Phone Number,Whatsapp,Twitter ID,Facebook ID,Instagram ID,Email,City,Plan,Amount,Groups,Labels",
    );
    const done = await imported(person, sample);
    expect(done).toMatchObject({ totalLines: 1, acceptedLines: 1, errorLines: 0 });
    expect(done.mapping).not.toContain("");
  });
});

describe("parts of a file", () => {
  const bytes = new TextEncoder().encode("Name,Phone\nAsha,+919876500001\n");

  test("that are sent twice are one; nothing else than what was announced is taken", async () => {
    const { path, parts } = await person.call(importsApi.beginUpload, {
      body: { name: "twice.csv", bytes: bytes.byteLength },
    });
    expect(parts).toBe(1);
    const early = person.call(importsApi.inspectFile, { body: { path } });
    await expect(early).rejects.toThrow(texts.partsMissing);
    expect((await sendPart(send, person, path, 1, bytes.subarray(1))).status).toBe(400);
    expect((await sendPart(send, person, path, 2, bytes)).status).toBe(400);
    expect((await sendPart(send, person, path, 1, bytes)).status).toBe(200);
    expect((await sendPart(send, person, path, 1, bytes)).status).toBe(200);
    await person.call(importsApi.inspectFile, { body: { path } });
    // From here on it may be read at any moment: it stays as it is.
    expect((await sendPart(send, person, path, 1, bytes)).status).toBe(409);
  });

  test("cannot be sent by a stranger, who does not learn that the file exists", async () => {
    const stranger = await makePerson(harness);
    const { path } = await person.call(importsApi.beginUpload, {
      body: { name: "mine.csv", bytes: bytes.byteLength },
    });
    const theirs = await sendPart(send, stranger, path, 1, bytes);
    const nowhere = await sendPart(send, stranger, "nowhere", 1, bytes);
    expect(theirs.status).toBe(404);
    expect(await theirs.text()).toBe(await nowhere.text());
  });

  test("go from the bucket a day after they were of use to anybody, and not before", async () => {
    const who = await makePerson(harness);
    const abandoned = await sendFile(send, who, bytes);
    const { path } = await who.call(importsApi.beginUpload, {
      body: { name: "new.csv", bytes: bytes.byteLength },
    });
    await sendPart(send, who, path, 1, bytes);
    await harness.env.TENANT_1.prepare("UPDATE import_files SET updated_at = ? WHERE id = ?")
      .bind(Date.now() - 25 * 3_600_000, abandoned)
      .run();
    await harness.scheduled();
    const left = await harness.env.FILES.list({ prefix: `${who.enterpriseId}/uploads/` });
    expect(left.objects.map(({ key }) => key)).toEqual([`${who.enterpriseId}/uploads/${path}/00001`]);
    await expect(who.call(importsApi.inspectFile, { body: { path: abandoned } })).rejects.toThrow("404");
  });
});

describe("undoing an import", () => {
  const step = (who: Person, id: string, name: string) =>
    who.send("POST", `/api/chatbird/api/customer_master/uploads/${id}/${name}`, {});

  test("removes whom it created and gives back what it changed, except where somebody was at it since", async () => {
    const who = await makePerson(harness);
    await makeLoadFields(who);
    await imported(
      who,
      "Name,Phone,City,Groups\nOld one,+919876500001,Pune,Kept\nOld two,+919876500002,Delhi,\n",
    );
    const before = await customersOf(who);
    const second = await imported(
      who,
      "Name,Phone,City,Groups\nNew one,+919876500001,Mumbai,Kept;Fresh\nNew two,+919876500002,Goa,Fresh\nThree,+919876500003,,Fresh\nFour,+919876500004,,\nFour again,+919876500004,,Fresh\n",
    );
    // Somebody edits one of the changed and one of the created.
    const { customers } = await who.call(customersApi.listCustomers, { query: { search: "+91987650000" } });
    for (const phone of ["+919876500002", "+919876500003"]) {
      const row = customers.customers.find(({ phoneNumber }) => phoneNumber === phone);
      const { customer } = await who.call(customersApi.getCustomer, { params: { id: row?.id ?? "" } });
      await who.call(customersApi.saveCustomer, {
        body: {
          id: customer.id,
          name: "Edited",
          phoneNumber: phone,
          groups: customer.groups.map(({ id }) => id),
          revision: customer.revision,
        },
      });
    }
    await who.call(importsApi.stepImport, { params: { id: second.uploadId, step: "undo" } });
    const undone = await untilState(who, second.uploadId, "UNDONE");
    expect(undone.counts).toMatchObject({ created: 2, updated: 2, duplicates: 1, kept: 2 });
    const after = await customersOf(who);
    expect(after.map(({ name, phone, taggings }) => [name, phone, taggings])).toEqual([
      ["Old one", "+919876500001", "group Kept"],
      ["Edited", "+919876500002", "group Fresh"],
      ["Edited", "+919876500003", "group Fresh"],
    ]);
    expect(after[0]?.data).toBe(before[0]?.data);
    expect(await rowCount("import_changes", second.uploadId)).toBe(2);
    const found = await who.call(customersApi.listCustomers, { query: { search: "old one" } });
    expect(found.customers.customers).toHaveLength(1);
  });

  test("takes whom it created though they have a group or a label since", async () => {
    const who = await makePerson(harness);
    await imported(who, "Name,Phone\nOld,+919876500001\n");
    const { uploadId } = await imported(who, "Name,Phone\nNewer,+919876500001\nNew,+919876500002\n");
    const label = await who.call(customerTaggingsApi.saveLabel, { body: { name: "Spring" } });
    const { jobId } = await who.call(customerBulkApi.startBulk, {
      body: { action: "mark", markIds: [label.id] },
    });
    expect((await endedJob(who, jobId)).state).toBe("done");
    expect(await who.call(importsApi.previewUndo, { params: { id: uploadId } })).toEqual({
      removed: 1,
      restored: 1,
      edited: { removed: 0, restored: 0 },
    });
    await who.call(importsApi.stepImport, { params: { id: uploadId, step: "undo" } });
    expect((await untilState(who, uploadId, "UNDONE")).counts.kept).toBe(0);
    expect((await customersOf(who)).map(({ name, taggings }) => [name, taggings])).toEqual([
      ["Old", "label Spring"],
    ]);
  });

  test("tells beforehand who goes and who stays; a second undo takes those who were edited", async () => {
    const who = await makePerson(harness);
    await imported(who, "Name,Phone\nOld one,+919876500001\nOld two,+919876500002\n");
    const { uploadId } = await imported(
      who,
      "Name,Phone\nNew one,+919876500001\nNew two,+919876500002\nThree,+919876500003\nFour,+919876500004\nFive,+919876500005\n",
    );
    const { customers } = await who.call(customersApi.listCustomers);
    const idOf = (phone: string) =>
      customers.customers.find(({ phoneNumber }) => phoneNumber === phone)?.id ?? "";
    for (const phoneNumber of ["+919876500002", "+919876500003"]) {
      await who.call(customersApi.saveCustomer, {
        body: { id: idOf(phoneNumber), name: "Edited", phoneNumber },
      });
    }
    await who.call(customersApi.deleteCustomer, { params: { id: idOf("+919876500005") } });
    const preview = () => who.call(importsApi.previewUndo, { params: { id: uploadId } });
    const undo = async (body: { edited?: boolean }) => {
      await who.call(importsApi.stepImport, { params: { id: uploadId, step: "undo" }, body });
      return (await untilState(who, uploadId, "UNDONE")).counts.kept;
    };
    const names = async () => (await customersOf(who)).map(({ name }) => name);

    expect(await preview()).toEqual({ removed: 1, restored: 1, edited: { removed: 1, restored: 1 } });
    expect([await undo({}), await names()]).toEqual([2, ["Old one", "Edited", "Edited"]]);
    expect(await preview()).toEqual({ removed: 0, restored: 0, edited: { removed: 1, restored: 1 } });
    expect([await undo({}), await names()]).toEqual([2, ["Old one", "Edited", "Edited"]]);
    expect([await undo({ edited: true }), await names()]).toEqual([0, ["Old one", "Old two"]]);
    // An edit is not lost without a way back: they are in the trash.
    const three = { params: { id: idOf("+919876500003") } };
    expect((await who.call(customersApi.getDeletedCustomer, three)).customer.name).toBe("Edited");
    expect((await step(who, uploadId, "undo")).status).toBe(409);
  });

  test("leaves whom somebody has written with since; a second undo puts them in the trash", async () => {
    const who = await makePerson(harness);
    const { uploadId } = await imported(who, "Name,Phone\nQuiet,+919876500001\nTalks,+919876500002\n");
    await meet(harness, who.enterpriseId, "+919876500002");
    const preview = () => who.call(importsApi.previewUndo, { params: { id: uploadId } });
    expect(await preview()).toMatchObject({ removed: 1, edited: { removed: 1, restored: 0 } });
    const names = async () => (await customersOf(who)).map(({ name }) => name);
    await who.call(importsApi.stepImport, { params: { id: uploadId, step: "undo" } });
    expect((await untilState(who, uploadId, "UNDONE")).counts.kept).toBe(1);
    expect(await names()).toEqual(["Talks"]);
    await who.call(importsApi.stepImport, { params: { id: uploadId, step: "undo" }, body: { edited: true } });
    await untilState(who, uploadId, "UNDONE");
    expect(await names()).toEqual([]);
    const trashed = await harness.env.TENANT_1.prepare(
      "SELECT name FROM customers WHERE enterprise_id = ? AND deleted_at IS NOT NULL",
    )
      .bind(who.enterpriseId)
      .all();
    expect(trashed.results).toEqual([{ name: "Talks" }]);
  });

  test("of two imports, the later first, ends where it began; their groups go with them", async () => {
    const who = await makePerson(harness);
    const one = await imported(who, "Name,Phone,Groups\nOne,+919876500001,First\n");
    const two = await imported(who, "Name,Phone,Labels\nTwo,+919876500001,Second\nNew,+919876500002,\n");
    for (const { uploadId } of [two, one]) {
      await who.call(importsApi.stepImport, { params: { id: uploadId, step: "undo" } });
      await untilState(who, uploadId, "UNDONE");
    }
    expect(await customersOf(who)).toEqual([]);
    expect((await who.call(customerTaggingsApi.listGroups)).groups).toEqual([]);
    expect((await who.call(customerTaggingsApi.listLabels)).tags).toEqual([]);
  });

  test("knows of each new customer the groups that it gave, where others of the page have none", async () => {
    const who = await makePerson(harness);
    const { uploadId } = await imported(
      who,
      "Name,Phone,Groups\nAsha,+919876500001,\nBina,+919876500002,G;H\nChand,+919876500003,\nDev,+919876500004,G\n",
    );
    const { results } = await harness.env.TENANT_1.prepare(
      `SELECT c.name, json_array_length(i.marks) AS given FROM import_changes i JOIN customers c ON c.number = i.customer
       WHERE i.import_id = ? ORDER BY c.name`,
    )
      .bind(uploadId)
      .all();
    expect(results.map(({ name, given }) => `${String(name)} ${String(given)}`)).toEqual([
      "Asha 0",
      "Bina 2",
      "Chand 0",
      "Dev 1",
    ]);
    await who.call(importsApi.stepImport, { params: { id: uploadId, step: "undo" } });
    await untilState(who, uploadId, "UNDONE");
    expect(await customersOf(who)).toEqual([]);
  });

  test("works once, and no step is taken where it does not lead", async () => {
    const who = await makePerson(harness);
    const { uploadId } = await imported(who, "Name,Phone\nOne,+919876500001\n");
    for (const wrong of ["start", "stop", "resume"])
      expect((await step(who, uploadId, wrong)).status).toBe(409);
    const answers = await Promise.all([1, 2, 3].map(() => step(who, uploadId, "undo")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await untilState(who, uploadId, "UNDONE");
    for (const wrong of ["start", "stop", "resume", "undo"]) {
      const refused = await step(who, uploadId, wrong);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ message: texts.wrongStep });
    }
    expect((await step(who, uploadId, "dance")).status).toBe(404);
  });
});

describe("uploads", () => {
  test("are listed newest first, in pages, within days", async () => {
    const who = await makePerson(harness);
    for (const name of ["a.csv", "b.csv", "c.csv"]) {
      await imported(who, "Name,Phone\nOne,+919876500001\n", { name });
    }
    const first = await who.call(importsApi.listUploads, { query: { from: 0, perPage: 2 } });
    const second = await who.call(importsApi.listUploads, { query: { from: 2, perPage: 2 } });
    const names = ({ customerCSVs }: typeof first) => customerCSVs.map(({ file }) => file.name);
    expect([names(first), first.hasMore, names(second), second.hasMore]).toEqual([
      ["c.csv", "b.csv"],
      true,
      ["a.csv"],
      false,
    ]);
    const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();
    const within = async (fromDate: string, toDate: string) =>
      names(await who.call(importsApi.listUploads, { query: { fromDate, toDate } })).length;
    expect(await within(hour(-1), hour(1))).toBe(3);
    expect(await within(hour(1).slice(0, 19), hour(2).slice(0, 19))).toBe(0);
  });
});
