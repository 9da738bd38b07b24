import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { jpeg, m4a, mp4, ogg, pdf, png, webm } from "#tests/support/made-files.ts";
import { answerOurselves, makeChannel, rowsOf, type TestChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person, sendForm } from "#tests/support/people.ts";
import { filesOf, mediaOf } from "#tests/support/received-media.ts";
import { ashas, playing, SIMULATOR, takeIn } from "#tests/support/simulator.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import type { SimulatedMedium } from "#workers/contract/endpoints/simulator.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { MEDIA_KEPT_MS } from "#workers/contract/simulator.ts";
import { tidyMedia } from "#workers/domain/simulator/media.ts";

const harness = await startHarness();
const { FILES: bucket } = harness.env;
let owner: Person;
beforeEach(() => {
  answerOurselves(harness);
});
beforeAll(async () => {
  owner = await makePerson(harness);
});
const { phoneOf, say } = playing(() => owner);

const attach = (
  channel: Pick<TestChannel, "id">,
  kind: string,
  bytes: Uint8Array<ArrayBuffer>,
  name = "",
  by: Person = owner,
): Promise<Response> => takeIn(harness, by, channel, { kind, bytes, name });
const taken = async (
  channel: TestChannel,
  kind: MediaKind,
  bytes: Uint8Array<ArrayBuffer>,
  name = "",
): Promise<SimulatedMedium> => {
  const response = await attach(channel, kind, bytes, name);
  const { response: medium, message } = (await response.json()) as {
    response: SimulatedMedium;
    message: string;
  };
  expect([response.status, message]).toEqual([200, ""]);
  return medium;
};
/** Keys of the files that the simulator holds for a channel. */
const heldFor = async ({ id }: TestChannel): Promise<string[]> =>
  (await bucket.list({ prefix: `simulator/${owner.enterpriseId}/${id}/` })).objects.map(({ key }) => key);
const errorsOf = async (response: Response) => {
  const { errors } = (await response.json()) as { errors?: Record<string, string> };
  return [response.status, errors] as const;
};
/** The bytes that intake has kept of a message's file. */
const keptBytes = async (row: { file_id: string | null } | undefined) => {
  const [file] = await rowsOf<{ key: string }>(
    harness,
    "SELECT key FROM drive_files WHERE id = ?",
    row?.file_id ?? "",
  );
  const object = await bucket.get(file?.key ?? "");
  return new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer());
};

describe("a file of the tester's own", () => {
  test.each([
    ["webm", webm(), "audio/webm"],
    ["ogg", ogg(), "audio/ogg"],
    ["m4a", m4a(), "audio/mp4"],
    ["a film's container", mp4(), "audio/mp4"],
  ])(
    "recorded as %s arrives as a voice message by its id, and is kept byte for byte",
    async (_, bytes, mime) => {
      const channel = await makeChannel(harness, owner);
      const medium = await taken(channel, "audio", bytes, "voice.webm");
      const body = { kind: "audio", medium: { id: medium.id }, voice: true };
      expect((await say(channel, { body })).status).toBe(200);
      const row = await eventually(async () => {
        const [found] = await mediaOf(harness, channel);
        expect(found).toMatchObject({ state: "kept", attempts: 1 });
        return found;
      });
      expect(JSON.parse(row?.body ?? "")).toEqual({
        kind: "audio",
        voice: true,
        medium: {
          vendorId: medium.id,
          fileId: row?.file_id,
          mime,
          name: expect.stringMatching(/^voice\.webm/),
          bytes: bytes.length,
        },
      });
      expect(await keptBytes(row)).toEqual(bytes);
      const [shown] = await phoneOf(channel, ashas);
      expect(shown?.body).toMatchObject({ kind: "audio", voice: true, medium: { vendorId: medium.id } });
    },
  );

  test("travels as an id, with its caption and the name that it has here, and counts for no quota", async () => {
    const other = await makePerson(harness);
    const channel = await makeChannel(harness, other);
    const response = await attach(channel, "image", png(40), "../कार्ड 💳.png", other);
    const { response: medium } = (await response.json()) as { response: SimulatedMedium };
    expect(medium).toEqual({
      id: expect.any(String),
      kind: "image",
      mime: "image/png",
      name: "कार्ड 💳.png",
      bytes: png(40).length,
    });
    await other.send("POST", `${SIMULATOR}/${channel.id}/say`, {
      person: { name: "Asha", ...ashas },
      body: { kind: "image", medium: { id: medium.id }, caption: "my card" },
    });
    await eventually(async () => expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }]));
    const [row] = await mediaOf(harness, channel);
    const { id: vendorId, mime, name, bytes } = medium;
    expect(JSON.parse(row?.body ?? "")).toEqual({
      kind: "image",
      caption: "my card",
      medium: { vendorId, mime, name, bytes, fileId: row?.file_id },
    });
    expect((await filesOf(harness, other)).states).toEqual(["ready"]);
  });

  test("is told by its contents: a picture and a film may go as documents, whatever they are called", async () => {
    const channel = await makeChannel(harness, owner);
    expect(await taken(channel, "document", pdf(), "bill.exe")).toMatchObject({
      mime: "application/pdf",
      name: "bill.exe.pdf",
    });
    expect(await taken(channel, "document", jpeg(10), "photo")).toMatchObject({ mime: "image/jpeg" });
    expect(await taken(channel, "video", mp4(), "film.mp4")).toMatchObject({ mime: "video/mp4" });
  });

  const large = png(40, 40, { bytes: 5 * 1024 * 1024 + 1 });
  test.each<
    [what: string, kind: string, bytes: Uint8Array<ArrayBuffer>, type: number, status: number, field: string]
  >([
    ["a PDF as a picture", "image", pdf(), channelTypes.whatsApp, 400, "file"],
    ["a picture as a voice message", "audio", png(10), channelTypes.whatsApp, 400, "file"],
    ["a page", "document", new TextEncoder().encode("<html></html>"), channelTypes.whatsApp, 400, "file"],
    ["nothing", "image", new Uint8Array(), channelTypes.whatsApp, 400, "file"],
    ["half a picture's head", "image", png(10).slice(0, 12), channelTypes.whatsApp, 400, "file"],
    ["a picture above the channel's size", "image", large, channelTypes.whatsApp, 413, "file"],
    ["a picture by SMS", "image", png(10), channelTypes.sms, 400, "kind"],
    ["sound by RCS", "audio", ogg(), channelTypes.rcs, 400, "kind"],
    ["a kind that there is not", "sticker", png(10), channelTypes.whatsApp, 400, "kind"],
  ])("%s is refused with the reason, and nothing is held", async (_, kind, bytes, type, status, field) => {
    const channel = await makeChannel(harness, owner, { type });
    const [got, errors] = await errorsOf(await attach(channel, kind, bytes, "file"));
    expect([got, Object.keys(errors ?? {})]).toEqual([status, [field]]);
    expect(errors?.[field]).toMatch(/\w{3}/);
    expect(await heldFor(channel)).toEqual([]);
  });

  test("of exactly the channel's size is taken", async () => {
    const channel = await makeChannel(harness, owner);
    const most = png(40, 40, { bytes: 5 * 1024 * 1024 });
    expect((await taken(channel, "image", most)).bytes).toBe(most.length);
  });

  test("that breaks off on its way leaves nothing", async () => {
    const channel = await makeChannel(harness, owner);
    const form = new FormData();
    form.set("kind", "image");
    form.set("file", new Blob([png(40, 40, { bytes: 400_000 })]), "card.png");
    const whole = new Request("http://form/", { method: "POST", body: form });
    const body = (await whole.clone().arrayBuffer()).slice(0, 300_000);
    const response = await harness.fetch(`${SIMULATOR}/${channel.id}/media`, {
      method: "POST",
      headers: {
        "authentication-token": owner.token,
        "content-type": whole.headers.get("content-type") ?? "",
      },
      body,
    });
    expect(response.status).toBe(400);
    expect(await heldFor(channel)).toEqual([]);
  });

  test("that is not there is asked for", async () => {
    const channel = await makeChannel(harness, owner);
    const send = (form: FormData) => sendForm(harness, owner, `${SIMULATOR}/${channel.id}/media`, form);
    const none = new FormData();
    none.set("kind", "image");
    const [status, errors] = await errorsOf(await send(none));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ["file"]]);
    expect((await owner.send("POST", `${SIMULATOR}/${channel.id}/media`, { kind: "image" })).status).toBe(
      415,
    );
  });
});

describe("an id", () => {
  const image = (medium: object) => ({ body: { kind: "image", medium } });

  test("of another enterprise's file, or another channel's, is nobody's here", async () => {
    const stranger = await makePerson(harness);
    const [mine, next, theirs] = [
      await makeChannel(harness, owner),
      await makeChannel(harness, owner),
      await makeChannel(harness, stranger),
    ];
    const { id } = await taken(mine, "image", png(10));
    const fromTheirs = await stranger.send("POST", `${SIMULATOR}/${theirs.id}/say`, {
      person: { name: "Asha", ...ashas },
      ...image({ id }),
    });
    for (const response of [fromTheirs, await say(next, image({ id }))]) {
      const [status, errors] = await errorsOf(response);
      expect([status, Object.keys(errors ?? {})]).toEqual([400, ["body.medium.id"]]);
    }
    expect((await attach(mine, "image", png(10), "", stranger)).status).toBe(404);
    expect((await heldFor(mine)).length).toBe(1);
    for (const channel of [next, theirs]) expect(await mediaOf(harness, channel)).toEqual([]);
    expect((await say(mine, image({ id }))).status).toBe(200);
    const opened = (who: Person, channel: TestChannel) =>
      who.send("GET", `${SIMULATOR}/${channel.id}/media/${id}`);
    const shown = await opened(owner, mine);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png(10));
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "attachment; filename*=UTF-8''image.png",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    for (const refused of [opened(owner, next), opened(stranger, mine), opened(stranger, theirs)]) {
      expect((await refused).status).toBe(404);
    }
  });

  test.each([
    [{ kind: "video", medium: { id: "ID" } }, "body.medium.id"],
    [{ kind: "image", medium: { id: "never-there" } }, "body.medium.id"],
    [{ kind: "image", medium: { id: "../ID" } }, "body.medium.id"],
    [{ kind: "image", medium: { id: "ID", url: "https://pictures.example/a.png" } }, "body.medium.url"],
    [{ kind: "image", medium: {} }, "body.medium.url"],
  ])("in %j is refused at %s", async (body, field) => {
    const channel = await makeChannel(harness, owner);
    const { id } = await taken(channel, "image", png(10));
    const said = JSON.parse(JSON.stringify(body).replace("ID", id)) as object;
    const [status, errors] = await errorsOf(await say(channel, { body: said }));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, [field]]);
    expect(await phoneOf(channel, ashas)).toEqual([]);
  });

  test("only those who may set up channels send files", async () => {
    const viewer = await makePerson(harness, { roles: [2] });
    const channel = await makeChannel(harness, viewer);
    expect((await attach(channel, "image", png(10), "", viewer)).status).toBe(403);
  });
});

describe("what the simulator holds", () => {
  test("goes a day after it came; what intake has kept stays, and an old id says that it is gone", async () => {
    const channel = await makeChannel(harness, owner);
    const { id } = await taken(channel, "image", png(10));
    await say(channel, { body: { kind: "image", medium: { id } } });
    await eventually(async () => expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }]));
    await bucket.put(`${owner.enterpriseId}/drive/neighbour`, "kept");
    const uploaded = (await bucket.head(`simulator/${owner.enterpriseId}/${channel.id}/${id}`))?.uploaded;
    const cameAt = uploaded?.getTime() ?? 0;
    await tidyMedia(bucket, cameAt + MEDIA_KEPT_MS - 1);
    // The work of each minute leaves it too.
    await harness.scheduled();
    expect(await heldFor(channel)).toHaveLength(1);
    await tidyMedia(bucket, cameAt + MEDIA_KEPT_MS);
    expect(await heldFor(channel)).toEqual([]);
    expect((await owner.send("GET", `${SIMULATOR}/${channel.id}/media/${id}`)).status).toBe(404);
    const [row] = await mediaOf(harness, channel);
    expect(await keptBytes(row)).toEqual(png(10));
    expect(await bucket.head(`${owner.enterpriseId}/drive/neighbour`)).not.toBeNull();
    const [status, errors] = await errorsOf(await say(channel, { body: { kind: "image", medium: { id } } }));
    expect([status, errors]).toEqual([
      400,
      { "body.medium.id": "This file no longer exists. Choose it again." },
    ]);
  });

  test("of a customer who is erased goes with their phone, and nobody else's", async () => {
    const channel = await makeChannel(harness, owner);
    const phones = ["+919876561881", "+919876561882"];
    const ids: string[] = [];
    for (const phone of phones) {
      const { id } = await taken(channel, "image", png(10));
      ids.push(id);
      await say(channel, { body: { kind: "image", medium: { id } } }, { name: "Asha", phone });
    }
    await eventually(async () =>
      expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }, { state: "kept" }]),
    );
    const {
      customers: { customers },
    } = await owner.call(customersApi.listCustomers, { query: { search: "9876561881" } });
    const [customer] = customers;
    await owner.call(personalDataApi.eraseCustomer, {
      params: { id: customer?.id ?? "" },
      body: { confirm: customer?.name ?? "" },
    });
    await eventually(async () =>
      expect(await heldFor(channel)).toEqual([`simulator/${owner.enterpriseId}/${channel.id}/${ids[1]}`]),
    );
  });

  test("goes with its channel, also what nobody has said yet", async () => {
    const [channel, other] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
    const { id } = await taken(channel, "image", png(10));
    await say(channel, { body: { kind: "image", medium: { id } } });
    await taken(channel, "document", pdf(), "bill.pdf");
    await taken(other, "document", pdf(), "bill.pdf");
    await owner.call(channelsApi.deleteChannel, { params: { id: channel.id } });
    await eventually(async () => expect(await heldFor(channel)).toEqual([]));
    expect(await heldFor(other)).toHaveLength(1);
  });
});
