import { expect, describe, test } from "vitest";
import { answerOutbound } from "#tests/support/outbound.ts";
import * as made from "#tests/support/made-files.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { makePerson, type Person, sessionFor, signedInAs } from "#tests/support/people.ts";
import * as driveApi from "#workers/contract/endpoints/drive.ts";
import type { DriveFile } from "#workers/contract/endpoints/drive.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const stranger = await makePerson(harness);
const WRONG = "Invalid File Format !";
const IMAGE = "Image must be within 1024 x 1024 resoultion and maximum size should be 50kb";
const KB = 1024;
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const CRLF = "\r\n";
const boundary = "----chatbird";

/** The form as bytes, so that a test may write it as no browser would. */
function formOf(
  bytes: Uint8Array,
  name: string,
  { use = "attachment", end = `${CRLF}--${boundary}--${CRLF}` }: { use?: string; end?: string } = {},
): Uint8Array<ArrayBuffer> {
  const field = `--${boundary}${CRLF}Content-Disposition: form-data; name="use"${CRLF}${CRLF}${use}${CRLF}`;
  const file = `--${boundary}${CRLF}Content-Disposition: form-data; name="file"; filename="${name}"${CRLF}Content-Type: text/html${CRLF}${CRLF}`;
  return new Uint8Array(Buffer.concat([Buffer.from(field + file), bytes, Buffer.from(end)]));
}

const send = (
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  { token }: Pick<Person, "token"> = person,
  headers: Record<string, string> = {},
) =>
  harness.fetch("/api/e/drive/upload", {
    method: "POST",
    headers: {
      "authentication-token": token,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      // A refusal that comes before all is sent ends the connection: the next upload has its own.
      connection: "close",
      ...headers,
    },
    body,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  } as RequestInit);

interface Answered {
  status: number;
  message: string;
  data: DriveFile;
  errors: Record<string, string> | undefined;
}

async function upload(
  bytes: Uint8Array,
  name: string,
  options: Parameters<typeof formOf>[2] & { by?: Person } = {},
): Promise<Answered> {
  const response = await send(formOf(bytes, name, options), options.by);
  return { ...((await response.json()) as Answered), status: response.status };
}

const stored = async ({ enterpriseId }: Person) => {
  const { results } = await harness.env.TENANT_1.prepare("SELECT * FROM drive_files WHERE enterprise_id = ?")
    .bind(enterpriseId)
    .all<{ id: string; key: string; state: string }>();
  const { objects } = await harness.env.FILES.list({ prefix: `${enterpriseId}/drive/` });
  return { rows: results, keys: objects.map(({ key }) => key) };
};

describe("the type of a file is told by its contents (S-44)", () => {
  test.each([
    ["voice.mp3", made.mp3(), "audio/mpeg"],
    ["voice.m4a", made.m4a(), "audio/mp4"],
    ["voice.aac", made.aac(), "audio/aac"],
    ["voice.amr", made.amr(), "audio/amr"],
    ["voice.ogg", made.ogg(), "audio/ogg"],
    ["photo.JPG", made.jpeg(40), "image/jpeg"],
    ["photo.jpeg", made.jpeg(40), "image/jpeg"],
    ["photo.png", made.png(40), "image/png"],
    ["film.mp4", made.mp4(), "video/mp4"],
    ["paper.pdf", made.pdf(), "application/pdf"],
    ["old.doc", made.oldOffice(), "application/msword"],
    ["old.xls", made.oldOffice(), "application/vnd.ms-excel"],
    ["old.ppt", made.oldOffice(), "application/vnd.ms-powerpoint"],
    [
      "new.docx",
      made.office("docx"),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    ["new.xlsx", made.office("xlsx"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    [
      "new.pptx",
      made.office("pptx"),
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ],
    ["list.csv", made.text("name,phone\nAsha,+919876543210\n"), "text/csv"],
  ])("%s is taken as what it is", async (name, bytes, mediaType) => {
    const { status, message, data } = await upload(bytes, name);
    expect({ status, message, type: data?.mediaType, name: data?.name, bytes: data?.bytes }).toEqual({
      status: 200,
      message: "File uploaded.",
      type: mediaType,
      name,
      bytes: bytes.byteLength,
    });
  });

  test.each([
    [
      "a page that calls itself a picture",
      "photo.png",
      made.text("<!doctype html><script>alert(1)</script>"),
    ],
    [
      "a drawing with a script",
      "photo.svg",
      made.text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ["markup that calls itself a table", "list.csv", made.text("\n<svg onload=alert(1)>")],
    ["a program behind two endings", "photo.png.exe", made.png(20)],
    ["a picture that calls itself a document", "paper.pdf", made.png(20)],
    ["a document that calls itself a picture", "photo.png", made.pdf()],
    ["a plain archive", "things.zip", made.zip()],
    ["an archive that calls itself a table", "new.xlsx", made.zip()],
    ["bytes of no kind", "thing.bin", new Uint8Array(64).fill(3)],
    ["text without an ending", "notes", made.text("just words")],
    ["the first half of a header", "photo.png", made.png(20).slice(0, 20)],
  ])("%s is refused", async (_, name, bytes) => {
    expect(await upload(bytes, name)).toMatchObject({ status: 400, message: WRONG, errors: { file: WRONG } });
  });

  test("a second ending before the right one is part of the name", async () => {
    expect((await upload(made.png(20), "photo.php.png")).data.name).toBe("photo.php.png");
  });

  test("a name without an ending gets the one of its type", async () => {
    expect((await upload(made.jpeg(20), "photo")).data.name).toBe("photo.jpg");
  });

  test("a use takes its own kinds only", async () => {
    expect(await upload(made.pdf(), "me.pdf", { use: "profile" })).toMatchObject({
      status: 400,
      message: WRONG,
    });
    expect(await upload(made.png(20), "me.png", { use: "document" })).toMatchObject({
      status: 400,
      message: WRONG,
    });
  });
});

describe("a picture for a profile or a logo keeps to its limits (S-45, S-50)", () => {
  test.each([
    ["1024 x 1024 at exactly 50 kb", made.png(1024, 1024, { bytes: 50 * KB }), 200],
    ["one byte more", made.png(1024, 1024, { bytes: 50 * KB + 1 }), 400],
    ["one pixel wider", made.png(1025, 1024), 400],
    ["one pixel higher", made.png(1024, 1025), 400],
    ["far too many bytes", made.png(100, 100, { bytes: 900 * KB }), 400],
  ])("%s", async (_, bytes, status) => {
    const answered = await upload(bytes, "me.png", { use: "profile" });
    expect(answered.status, answered.message).toBe(status);
    if (status === 400) expect(answered.message).toBe(IMAGE);
  });

  test("30,000 x 30,000 pixels in a few bytes are refused by the header alone", async () => {
    const bomb = made.png(30_000, 30_000, { empty: true });
    expect(await upload(bomb, "me.png", { use: "logo" })).toMatchObject({ status: 400, message: IMAGE });
    expect(await upload(bomb, "ad.png", { use: "media" })).toMatchObject({ status: 400 });
  });

  test("half a picture, and one with a second file behind it, are refused", async () => {
    const whole = made.png(60);
    const half = whole.slice(0, -20);
    const two = new Uint8Array([...whole, ...made.pdf()]);
    expect(await upload(half, "me.png", { use: "profile" })).toMatchObject({ status: 400, message: WRONG });
    expect(await upload(two, "me.png", { use: "profile" })).toMatchObject({ status: 400, message: WRONG });
  });
});

describe("a file may only be so large, and is refused before all of it is read (S-45)", () => {
  test("nothing at all", async () => {
    expect(await upload(new Uint8Array(), "empty.png")).toMatchObject({
      status: 400,
      message: "This file is empty. Choose another one.",
    });
  });

  test.each([
    ["the limit", 5 * KB * KB, 200],
    ["one byte more", 5 * KB * KB + 1, 413],
  ])("a picture of %s", async (_, bytes, status) => {
    expect((await upload(made.png(40, 40, { bytes }), "ad.png", { use: "media" })).status).toBe(status);
  });

  test("a file of several parts comes back byte for byte", async () => {
    const body = new Uint8Array(20_000_000).map((_, at) => at % 251);
    body.set(made.pdf());
    const { status, data } = await upload(body, "long.pdf", { use: "document" });
    expect({ status, bytes: data?.bytes }).toEqual({ status: 200, bytes: body.byteLength });
    const answer = await person.send("GET", `/api/e/drive/files/${data.id}`);
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), Buffer.from(body))).toBe(0);
  });

  test("a request that says that it is too long is refused unread", async () => {
    const response = await send(new Uint8Array(100_000_000), person);
    expect(response.status).toBe(413);
  });

  test("one that never says how long it is, is stopped when it is too long", async () => {
    const start = formOf(made.png(40), "endless.png", { use: "media", end: "" });
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? start : new Uint8Array(64 * KB));
        sent += 64 * KB;
        if (sent > 40 * KB * KB) controller.close();
      },
    });
    expect((await send(endless)).status).toBe(413);
  });

  test("a form that breaks off leaves neither a file nor a row", async () => {
    const other = await makePerson(harness);
    const long = made.png(40, 40, { bytes: 600 * KB });
    const response = await send(formOf(long, "ad.png", { use: "media", end: "" }), other);
    expect(response.status).toBe(400);
    expect(await stored(other)).toEqual({ rows: [], keys: [] });
  });

  test("what is refused leaves neither a file nor a row", async () => {
    const other = await makePerson(harness);
    // It is refused before all of it is sent: whoever still writes may hear of that by a broken pipe.
    await upload(made.png(40, 40, { bytes: 6 * KB * KB }), "ad.png", { use: "media", by: other }).catch(
      () => undefined,
    );
    await upload(made.zip(), "a.zip", { by: other });
    expect(await stored(other)).toEqual({ rows: [], keys: [] });
  });

  test("no file, no form, and a form without an end are said to be so", async () => {
    const none = `--${boundary}${CRLF}Content-Disposition: form-data; name="use"${CRLF}${CRLF}media${CRLF}--${boundary}--${CRLF}`;
    expect((await send(made.text(none))).status).toBe(400);
    expect((await send(made.text("{}"), person, { "content-type": "application/json" })).status).toBe(415);
    expect((await send(made.text("nonsense"))).status).toBe(400);
    expect((await send(made.text(""), person, { "content-type": "multipart/form-data" })).status).toBe(400);
  });
});

describe("a name is text, never a path (S-48)", () => {
  test.each([
    ["../../../etc/passwd.png", "passwd.png"],
    ["C:\\\\Users\\\\asha\\\\me.png", "me.png"],
    ["a\u202egnp.exe.png", "agnp.exe.png"],
    ["CON.png", "_CON.png"],
    ["फ़ोटो 😀.png", "फ़ोटो 😀.png"],
    [`${"x".repeat(300)}.png`, `${"x".repeat(196)}.png`],
    ["...", "file.png"],
  ])("%s", async (given, name) => {
    const { data } = await upload(made.png(20), given);
    expect(data.name).toBe(name.normalize("NFC"));
    const { keys } = await stored(person);
    expect(keys.join("\n")).not.toContain(name.slice(0, 8));
    const answer = await person.send("GET", `/api/e/drive/files/${data.id}`);
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w.%~-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe(name.normalize("NFC"));
  });

  test("a line break in it reaches no header and opens no second field", async () => {
    const response = await send(formOf(made.png(20), "a\r\nSet-Cookie: x=1.png"));
    const { data } = (await response.json()) as { data: DriveFile };
    expect(data.name).not.toMatch(/[\r\n]|Cookie/);
    const answer = await person.send("GET", `/api${data.path}`);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("the same name twice is two files under keys that nobody can guess (S-08)", async () => {
    const [one, other] = [await upload(made.png(20), "me.png"), await upload(made.png(21), "me.png")];
    const theirs = await upload(made.png(20), "me.png", { by: stranger });
    expect(new Set([one.data.id, other.data.id, theirs.data.id]).size).toBe(3);
    for (const { key } of (await stored(person)).rows) {
      expect(key).toMatch(new RegExp(`^${person.enterpriseId}/drive/[\\w-]{43}$`));
    }
  });
});

describe("a file is opened by those of its enterprise only (C-14, S-49)", () => {
  test("it is offered for saving, in a sandbox, as what its bytes are", async () => {
    const { data } = await upload(made.text("name,phone\n<script>,1\n"), "list.csv");
    const answer = await person.send("GET", `/api${data.path}`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv",
      "content-disposition": "attachment; filename*=UTF-8''list.csv",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  test("a stranger finds nothing by its id, and gets no link to it", async () => {
    const { data } = await upload(made.png(20), "me.png");
    expect((await stranger.send("GET", `/api${data.path}`)).status).toBe(404);
    expect((await stranger.send("POST", `/api${data.path}/link`, {})).status).toBe(404);
  });

  test("a link works without a token, for minutes, for this file only", async () => {
    const { data } = await upload(made.png(20), "me.png");
    const { url, expiresAt } = await person.call(driveApi.linkDriveFile, {
      params: { id: data.id },
      body: {},
    });
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    const answer = await harness.fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    // Four signs at the end spell the same bytes; only one of them is the link.
    const first = SIGNS.indexOf(url.at(-1) ?? "") & ~3;
    for (const sign of SIGNS.slice(first, first + 4)) {
      const { status } = await harness.fetch(url.slice(0, -1) + sign);
      expect(status, sign).toBe(url.endsWith(sign) ? 200 : 404);
    }
    // A session token does not work as a link.
    expect((await harness.fetch(`/api/e/drive/open/${person.token}`)).status).toBe(404);
    expect(
      (
        await harness.fetch("/api/e/enterprise/users/me", {
          headers: { "authentication-token": url.split("/").at(-1) ?? "" },
        })
      ).status,
    ).toBe(403);
  });

  test("what an answer says of a file names neither its key nor its sender (C-07)", async () => {
    const { data } = await upload(made.png(20), "me.png");
    expect(Object.keys(data).toSorted()).toEqual([
      "bytes",
      "createdAt",
      "height",
      "id",
      "mediaType",
      "name",
      "path",
      "use",
      "width",
    ]);
  });
});

describe("who may read", () => {
  const readers = (by: Person, id: string) =>
    Promise.all([
      by.send("GET", `/api/e/drive/files/${id}`),
      by.send("POST", `/api/e/drive/files/${id}/link`, {}),
      by.send("GET", `/api/e/enterprise/media/validate?fileId=${id}`),
    ]).then((answers) => answers.map(({ status }) => status));

  test("what is sent to customers only those who see or write such messages, and whoever sent it (S-08)", async () => {
    const [reporter, checker, agent] = await Promise.all(
      [6, 5, 3].map((role) => makeColleague(harness, person, { roles: [role] })),
    );
    if (!reporter || !checker || !agent) throw new Error("no colleagues");
    for (const use of ["media", "attachment"]) {
      const { data } = await upload(made.png(20), "ad.png", { use });
      expect(await readers(reporter, data.id), use).toEqual([403, 403, 403]);
      expect(await readers(checker, data.id), use).toEqual([200, 200, 200]);
      expect(await readers(agent, data.id), use).toEqual([200, 200, 200]);
    }
    const { data } = await upload(made.png(20), "ad.png", { use: "media", by: agent });
    await harness.env.DIRECTORY.prepare("UPDATE users SET roles = '[6]' WHERE id = ?")
      .bind(agent.userId)
      .run();
    const moved = signedInAs(harness, agent, await sessionFor(harness, agent));
    expect(await readers(moved, data.id)).toEqual([200, 200, 200]);
  });

  test("people's pictures and the logo everybody", async () => {
    const reporter = await makeColleague(harness, person, { roles: [6] });
    for (const use of ["profile", "logo"]) {
      const { data } = await upload(made.png(20), "me.png", { use });
      expect(await readers(reporter, data.id), use).toEqual([200, 200, 200]);
    }
  });
});

describe("who may send", () => {
  test("anybody their own picture, but only an administrator of the enterprise a logo", async () => {
    const reporter = await makePerson(harness, { roles: [6] });
    expect((await upload(made.png(20), "me.png", { use: "profile", by: reporter })).status).toBe(200);
    for (const use of ["logo", "media", "document", "attachment"]) {
      const response = await send(formOf(made.png(20), "x.png", { use }), reporter);
      expect(await response.json()).toMatchObject({ code: 1403 });
    }
  });

  test("an upload is in the audit trail, without a byte of it (S-57)", async () => {
    const { data } = await upload(made.png(20), "me.png");
    const { results } = await harness.env.TENANT_1.prepare("SELECT * FROM audit_trail WHERE object_id = ?")
      .bind(data.id)
      .all();
    expect(results).toMatchObject([
      { action: "upload", object_kind: "file", object_name: "me.png", enterprise_id: person.enterpriseId },
    ]);
  });
});

test("the cron removes what broke off on its way, an hour later", async () => {
  const other = await makePerson(harness);
  const { data } = await upload(made.png(20), "kept.png", { by: other });
  const insert =
    "INSERT INTO drive_files (id, enterprise_id, use, name, media_type, bytes, key, state, created_by, created_at) VALUES (?, ?, 'media', 'x', '', 0, ?, 'uploading', 'x', ?)";
  const key = `${other.enterpriseId}/drive/left`;
  await harness.env.FILES.put(key, "left");
  await harness.env.TENANT_1.batch([
    harness.env.TENANT_1.prepare(insert).bind(
      `${data.id}-old`,
      other.enterpriseId,
      key,
      Date.now() - 3_700_000,
    ),
    harness.env.TENANT_1.prepare(insert).bind(`${data.id}-new`, other.enterpriseId, "nothing", Date.now()),
  ]);
  await harness.scheduled();
  const { rows, keys } = await stored(other);
  expect(rows.map(({ id }) => id)).toEqual([data.id, `${data.id}-new`]);
  expect(keys).toHaveLength(1);
});

describe("a channel is asked what it takes", () => {
  const publicName = () =>
    answerOutbound("https://cloudflare-dns.com/dns-query", () =>
      Response.json({ Answer: [{ type: 1, data: "93.184.215.14" }] }),
    );
  const ask = (query: Record<string, unknown>) => person.call(driveApi.validateMedia, { query });

  test("for a file at an address, by what its first bytes are", async () => {
    const names = publicName();
    const file = answerOutbound("https://media.example.org/", () => new Response(made.png(40)));
    expect(await ask({ url: "https://media.example.org/ad.pdf" })).toMatchObject({
      valid: true,
      mediaType: "image/png",
    });
    expect(await ask({ url: "https://media.example.org/ad.png", channelType: 0 })).toMatchObject({
      valid: false,
    });
    file.remove();
    names.remove();
  });

  test("never at an address of our own network", async () => {
    for (const url of ["http://127.0.0.1/x.png", "http://169.254.169.254/latest", "file:///etc/passwd"]) {
      expect(await ask({ url })).toEqual({
        valid: false,
        reason: "Couldn't fetch anything from this address.",
        mediaType: "",
        bytes: null,
      });
    }
  });

  test("for a file of the drive", async () => {
    const { data } = await upload(made.png(40, 40, { bytes: 3 * KB * KB }), "ad.png", { use: "media" });
    expect(await ask({ fileId: data.id, channelType: 4 })).toMatchObject({ valid: true, bytes: 3 * KB * KB });
    expect(await ask({ fileId: data.id, channelType: 10 })).toMatchObject({
      valid: false,
      reason: "Too large for this channel. The maximum is 2 MB.",
    });
  });
});
