import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf, rows } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";

/** How adapters ask for files: with every answer that a vendor may give, and with the token kept. */
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => {
  vendors.lost.clear();
  vendors.files.clear();
  vendors.calls.length = 0;
  vendors.addressMs = 300_000;
});

const bytes = Buffer.from("the bytes of a picture");

// Files of RCS have addresses of their own, also where WhatsApp's of the same vendor have ids.
const withFiles = rows.filter(
  ({ adapter, name, filesWithin }) => adapter.media && !filesWithin && !name.endsWith("RCS"),
);
describe.each(withFiles)("$name", (row) => {
  const { adapter, channel: channelAt, filesAtOnce = false } = row;
  const channel = channelAt(vendors.url);
  const find = async (vendorId = "media-1") => {
    const found = await adapter.media?.find({ vendorId }, channel, deps());
    if (!found) throw new Error("it has no files");
    return found;
  };

  test("gives a file as a stream, with what the vendor says of it", async () => {
    vendors.files.set("media-1", { bytes, mime: "image/png" });
    const found = await find();
    // Within JSON nobody knows its length before its end.
    expect(found).toMatchObject({ ok: true, ...(!filesAtOnce && { bytes: bytes.length }) });
    expect(found.ok && Buffer.from(await found.response.arrayBuffer())).toEqual(bytes);
  });

  test("a file that is gone is not asked for again", async () => {
    vendors.lost.add("media-1");
    expect(await find()).toEqual({ ok: false, final: true, failure: "gone" });
  });

  test.skipIf(filesAtOnce)("an address that has ended is only for now", async () => {
    vendors.addressMs = -1;
    expect(await find()).toEqual({ ok: false, final: false, failure: "noAnswer" });
  });

  test.each([
    ["a server's failure", { status: 500 }],
    ["too many calls", { status: 429, code: 429 }],
    ["a token that ran out", { status: 401, code: 190 }],
    ["no answer", { hangUp: "before" as const }],
    ["a page instead of JSON", { body: "<html></html>" }],
    ["nothing of use", { body: "{}" }],
  ])("%s is only for now", async (_, play) => {
    vendors.play(play);
    expect(await find()).toEqual({ ok: false, final: false, failure: "noAnswer" });
  });

  test("what it answers in place of the file is only for now", async () => {
    for (const play of [{ status: 302 }, { status: 503 }, { status: 403 }, { hangUp: "before" as const }]) {
      vendors.play(...(filesAtOnce ? [play] : [{}, play]));
      expect(await find(), JSON.stringify(play)).toEqual({ ok: false, final: false, failure: "noAnswer" });
    }
  });

  test("no id can lead the call elsewhere", async () => {
    await find("../../messages?x=/");
    for (const { path, method } of vendors.calls) {
      expect(method === "POST" || path.includes("..%2F..%2Fmessages%3Fx%3D%2F"), path).toBe(true);
    }
  });
});

describe("the token", () => {
  const [whatsapp, telegram] = [rowOf("WhatsApp"), rowOf("Telegram")];

  test.each(["http://files.company.com/a", "ftp://files.company.com/a", "nonsense"])(
    "of WhatsApp does not go to %s",
    async (url) => {
      const asked: string[] = [];
      const fetched = async (address: string) => {
        asked.push(address);
        return Response.json({ url, mime_type: "image/png" });
      };
      const channel = whatsapp.channel("https://graph.facebook.com");
      const found = await whatsapp.adapter.media?.find({ vendorId: "1" }, channel, { fetch: fetched });
      expect([found?.ok, asked.length]).toEqual([false, 1]);
    },
  );

  test("of Telegram is asked for no path that climbs", async () => {
    const asked: string[] = [];
    const fetched = async (address: string) => {
      asked.push(address);
      return Response.json({ ok: true, result: { file_path: "../../other" } });
    };
    const channel = telegram.channel("https://api.telegram.org");
    const found = await telegram.adapter.media?.find({ vendorId: "1" }, channel, { fetch: fetched });
    expect([found?.ok, asked.length]).toEqual([false, 1]);
  });
});

test("a file above Telegram's limit is refused for good", async () => {
  const telegram = rowOf("Telegram");
  vendors.files.set("film", { bytes, mime: "video/mp4", announced: 21 * 1024 * 1024 });
  const found = await telegram.adapter.media?.find(
    { vendorId: "film" },
    telegram.channel(vendors.url),
    deps(),
  );
  expect(found).toEqual({ ok: false, final: true, failure: "tooLarge" });
});
