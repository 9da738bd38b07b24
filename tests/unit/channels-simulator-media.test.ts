import { describe, expect, test } from "vitest";
import { media } from "#workers/channels/simulator/media.ts";
import { mediumIdOf } from "#workers/channels/simulator/wire.ts";
import { allChannelTypes, channelTypes } from "#workers/contract/channel-types.ts";
import { MAX_DRIVE_BYTES } from "#workers/contract/endpoints/drive.ts";
import { endingsText } from "#workers/contract/received-media.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";

const channel = {
  id: "c1",
  type: channelTypes.whatsApp,
  contactId: "",
  settings: {},
  secrets: {},
  webhookToken: "token",
};
const findBy = (answer: () => Response | Promise<Response>, asked: string[] = []) =>
  media.find({ vendorId: "01a2-b3" }, channel, {
    fetch: async (url) => {
      asked.push(url);
      return answer();
    },
  });

describe("a file of a played customer", () => {
  test("is asked for by its id, at the simulator of its channel", async () => {
    const asked: string[] = [];
    const found = await findBy(
      () => new Response("bytes", { headers: { "content-type": "audio/webm" } }),
      asked,
    );
    expect(found).toMatchObject({ ok: true, mime: "audio/webm" });
    expect(asked).toEqual(["https://simulator.invalid/c1/media/01a2-b3"]);
    expect(asked.map(mediumIdOf)).toEqual(["01a2-b3"]);
  });

  test("that is gone is not asked for again, anything else is only for now", async () => {
    const gone = { ok: false, final: true, failure: "gone" };
    const later = { ok: false, final: false, failure: "noAnswer" };
    expect(await findBy(() => new Response("", { status: 404 }))).toEqual(gone);
    for (const status of [500, 302, 429]) {
      expect(await findBy(() => new Response(null, { status }))).toEqual(later);
    }
    expect(await findBy(() => Promise.reject(new Error("away")))).toEqual(later);
  });

  test.each([
    ["/c1/messages"],
    ["/c1/media/"],
    ["/c1/media/a/b"],
    ["/c1/media/a%2Fb"],
    ["/c1/media/..%2Fother"],
    [`/c1/media/${"a".repeat(65)}`],
  ])("has no id in %s", (path) => {
    expect(mediumIdOf(`https://simulator.invalid${path}`)).toBeUndefined();
  });
});

describe("what a played channel carries", () => {
  const kindsOf = (type: number) => Object.keys(simulatorCapabilities(type).media);

  test("is what its type does", () => {
    expect(kindsOf(channelTypes.sms)).toEqual([]);
    expect(kindsOf(channelTypes.whatsApp)).toEqual(["image", "video", "audio", "document"]);
    expect(kindsOf(channelTypes.rcs)).toEqual(["image", "video", "document"]);
    expect(kindsOf(channelTypes.instagram)).toEqual(["image", "video", "audio"]);
    expect(simulatorCapabilities(channelTypes.whatsApp).media.image?.bytes).toBe(5 * 1024 * 1024);
  });

  test("fits into a request, and is only of kinds that the channel has", () => {
    for (const type of allChannelTypes) {
      const { media: files, kinds } = simulatorCapabilities(type);
      for (const [kind, { bytes }] of Object.entries(files)) {
        expect(kinds).toContain(kind);
        expect(bytes).toBeLessThanOrEqual(MAX_DRIVE_BYTES);
      }
    }
  });

  test("is told to people by the usual endings", () => {
    const can = simulatorCapabilities(channelTypes.whatsApp);
    expect(endingsText("image", can)).toBe("jpg, png, webp, gif");
    expect(endingsText("audio", can)).toBe("aac, mp3, m4a, amr, ogg, webm");
  });
});
