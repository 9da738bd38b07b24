import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createChannel, meta } from "#tests/support/channels.ts";
import { encryptedFile } from "#tests/support/encrypted-file.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { jpeg, pdf } from "#tests/support/made-files.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saidOn, saying } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { filesOf, mediaOf, whatsappAt } from "#tests/support/received-media.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { takeIn } from "#tests/support/simulator.ts";
import { type FlowState, flowAnswers } from "#tests/support/vendors/graph-flows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import {
  callEndpoint,
  pickingFlow,
  pickingRules,
  publishedFlow,
  sendingFlow,
} from "#tests/support/wa-flows.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import { simulatedFlow } from "#workers/contract/endpoints/simulator-flows.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as flowsApi from "#workers/contract/endpoints/wa-flows.ts";
import { waFlowFileErrors } from "#texts/wa-flow-files.ts";
import { tidyMessaging } from "#workers/domain/messaging/tidy.ts";
import { tenantDatabase } from "#db/client.ts";

/** Files that people send through a flow: to our endpoint, and with the answer. */
const harness = await startHarness();
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => {
  answerOurselves(harness);
  vendors.files.clear();
  vendors.lost.clear();
});

let phones = Date.now();
const phone = () => `+9194${String(phones++ % 100_000_000).padStart(8, "0")}`;

async function bytesAt(owner: Person, id: string): Promise<Uint8Array> {
  const { url } = await owner.call(flowsApi.waFlowFile, { params: { id } });
  const response = await harness.fetch(url ?? "/nowhere");
  return new Uint8Array(await response.arrayBuffer());
}

interface Kept {
  file: string;
  name: string;
  type: string;
  url: string;
}

/** A session as a journey leaves it that has sent a flow. */
async function openedSession(flowId: string, channelId: string, owner: Person, identityId: string) {
  const token = randomUUID();
  await harness.env.TENANT_1.prepare(
    `INSERT INTO wa_flow_sessions (token, enterprise_id, flow_id, channel_id, identity_id, message_id, screen, data, until, created_at)
     VALUES (?, ?, ?, ?, ?, '', 'PHOTO', '{}', ?, 1)`,
  )
    .bind(token, owner.enterpriseId, flowId, channelId, identityId, Date.now() + 3_600_000)
    .run();
  return token;
}

test("the simulator's phone sends a photo to our endpoint and a paper with its answer: both are kept, shown, the journey's, and gone with the person", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const flow = await publishedFlow(owner, channel.id, pickingFlow(), pickingRules);
  const said = "{form.papers.0.name} {form.papers.0.type} at {form.papers.0.url}, {form.photos.0.name}";
  const { instanceId } = await startedJourney(harness, channel, sendingFlow(flow, said), { keyword: "card" });
  const number = phone();
  const person = { phone: number, name: "Asha" };
  await deliver(harness, channel, [saying(number, "card")]);
  let message = "";
  await eventually(async () => {
    const { entries } = await owner.call(simulatorApi.simulatedPhone, {
      params: { id: channel.id },
      query: { person: { phone: number } },
    });
    message = entries.find(({ body }) => body.kind === "flow")?.id ?? "";
    expect(message).not.toBe("");
  });
  const [photo, paper] = [jpeg(40), pdf()];
  const choose = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const taken = await takeIn(harness, owner, channel, { kind: "document", bytes, name });
    const { response } = (await taken.json()) as { response: { id: string; mime: string; name: string } };
    return { id: response.id, mime_type: response.mime, sha256: "", file_name: response.name };
  };
  const act = (more: object) =>
    owner.call(simulatedFlow, {
      params: { id: channel.id },
      body: { person, message, action: "open", ...more },
    });
  expect(await act({})).toMatchObject({ screen: "PHOTO" });
  const chosen = await choose(photo, "me.jpg");
  const next = await act({ action: "data_exchange", screen: "PHOTO", data: { photos: [chosen] } });
  expect(next).toMatchObject({ screen: "PAPER", data: { photos: [{ name: "me.jpg", type: "image/jpeg" }] } });
  const { photos } = next.data as { photos: Kept[] };
  expect(JSON.stringify(next)).not.toContain("encryption_key");
  // The same again is the file that is there.
  const again = await act({ action: "data_exchange", screen: "PHOTO", data: { photos: [chosen] } });
  expect(again.data).toEqual(next.data);
  expect(await filesOf(harness, owner)).toMatchObject({ states: ["ready"] });

  const papers = [await choose(paper, "paper.pdf")];
  await act({ action: "complete", data: { photos, papers } });
  await eventually(async () =>
    expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }, { state: "kept" }]),
  );
  const list = async () =>
    (await owner.call(flowsApi.listWaFlowAnswers, { params: { id: flow } })).answers[0];
  const values = (await list())?.values as { photos: Kept[]; papers: Kept[] };
  expect(values).toEqual({
    photos: [{ file: photos[0]?.file, name: "me.jpg", type: "image/jpeg", url: expect.any(String) }],
    papers: [
      { file: expect.any(String), name: "paper.pdf", type: "application/pdf", url: expect.any(String) },
    ],
  });
  expect(values.papers[0]?.url).toContain(`/whatsapp-flow?file=${values.papers[0]?.file}`);
  expect(await bytesAt(owner, values.photos[0]?.file ?? "")).toEqual(new Uint8Array(photo));
  expect(await bytesAt(owner, values.papers[0]?.file ?? "")).toEqual(new Uint8Array(paper));
  await eventually(async () => expect((await runsOf(harness, instanceId))[0]?.state).toBe("completed"));
  expect(await saidOn(harness, channel)).toContain(
    `paper.pdf application/pdf at ${values.papers[0]?.url}, me.jpg`,
  );

  const stranger = await makePerson(harness);
  const at = `/api/chatbird/api/wa-flows/files/${values.papers[0]?.file}`;
  expect((await stranger.send("GET", at)).status).toBe(404);
  expect((await harness.fetch(at)).status).toBe(403);

  const [customer] = await rowsOf<{ id: string; name: string }>(
    harness,
    "SELECT id, name FROM customers WHERE enterprise_id = ? AND deleted_at IS NULL",
    owner.enterpriseId,
  );
  const { id: customerId = "", name = "" } = customer ?? {};
  const answer = await owner.send(
    "GET",
    `/api${personalDataApi.personalData.path.replace(":id", customerId)}`,
  );
  const copy = (await answer.json()) as {
    files: { name: string }[];
    waFlows: { answers: { answers: object } }[];
  };
  expect(copy.files.map((each) => each.name).toSorted()).toEqual(["me.jpg", "paper.pdf"]);
  expect(copy.waFlows.map(({ answers }) => answers.answers)).toEqual([values]);
  await owner.call(personalDataApi.eraseCustomer, { params: { id: customerId }, body: { confirm: name } });
  await eventually(async () => {
    expect(await rowsOf(harness, "SELECT 1 FROM message_media WHERE channel_id = ?", channel.id)).toEqual([]);
    // Bytes go with the minute's sweep; nobody can open one that is leaving.
    expect((await filesOf(harness, owner)).states).not.toContain("ready");
  });
  expect((await list())?.values).toEqual({});
  expect((await owner.send("GET", at)).status).toBe(404);
});

test("an endpoint's file of another host, with a wrong hash, too large, of a wrong type or not there is the flow's error, and nothing of it is kept", async () => {
  const owner = await makePerson(harness);
  const { id: channelId } = await createChannel(owner, meta());
  const graph: FlowState = { flows: [] };
  answerOutbound("https://graph.facebook.com/", async (request) => {
    const [, , node = "", edge = ""] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const isJson = request.headers.get("content-type")?.includes("json") === true;
    const body = isJson ? (JSON.parse(text) as unknown) : text;
    const said = flowAnswers(graph, "102290129340398", { method: request.method, node, edge, body });
    return Response.json(said?.body ?? {}, { status: said?.status ?? 404 });
  });
  const flowId = await publishedFlow(owner, channelId, pickingFlow(), pickingRules);
  const token = await openedSession(flowId, channelId, owner, randomUUID());
  const photo = Buffer.from(jpeg(40));
  const files = new Map<string, Response>();
  const cdn = answerOutbound("https://mmg.whatsapp.net/", ({ url }) => {
    const found = files.get(new URL(url).pathname);
    return found?.clone() ?? new Response("gone", { status: 404 });
  });
  const other = answerOutbound("https://evil.example/", () => new Response("no"));
  let sent = 0;
  const fileOf = (plain: Buffer, { host = "https://mmg.whatsapp.net", announced = -1 } = {}) => {
    const path = `/v/${++sent}`;
    const { whole, metadata } = encryptedFile(plain, [randomBytes(32), randomBytes(32), randomBytes(16)]);
    const headers: Record<string, string> = announced < 0 ? {} : { "content-length": String(announced) };
    files.set(path, new Response(Uint8Array.from(whole), { headers }));
    return {
      media_id: `media-${sent}`,
      cdn_url: `${host}${path}`,
      file_name: "IMG_1.jpg",
      encryption_metadata: metadata,
    };
  };
  const send = (photos: unknown) =>
    callEndpoint(
      harness,
      { id: channelId, token: "CANARY-app-secret" },
      { action: "data_exchange", screen: "PHOTO", flow_token: token, data: { photos } },
    );
  const good = fileOf(photo);
  const hash = { ...good.encryption_metadata, encrypted_hash: randomBytes(32).toString("base64") };
  const plain = { ...good.encryption_metadata, plaintext_hash: randomBytes(32).toString("base64") };
  const exe = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
  const { host, damaged, tooLarge, noAnswer, wrongType, empty, tooMany } = waFlowFileErrors;
  const wrong: [unknown, string][] = [
    [[fileOf(photo, { host: "https://evil.example" })], host],
    [[fileOf(photo, { host: "http://mmg.whatsapp.net" })], host],
    [[fileOf(photo, { host: "https://mmg.whatsapp.net:8443" })], host],
    [[fileOf(photo, { host: "https://mmg.whatsapp.net.evil.example" })], host],
    [[fileOf(photo, { host: "https://notwhatsapp.net" })], host],
    [[{ ...good, cdn_url: "file:///etc/passwd" }], host],
    [[{ ...good, cdn_url: "" }], host],
    [[{ ...good, encryption_metadata: hash }], damaged],
    [[{ ...good, encryption_metadata: plain }], damaged],
    [[{ ...good, encryption_metadata: {} }], damaged],
    [[{ media_id: good.media_id }], damaged],
    [[{ ...good, cdn_url: "https://mmg.whatsapp.net/nowhere" }], noAnswer],
    [[fileOf(photo, { announced: 26_214_400 + 100 })], tooLarge],
    [[fileOf(Buffer.alloc(26_214_400 + 1))], tooLarge],
    [[fileOf(exe)], wrongType],
    [[fileOf(Buffer.alloc(0))], empty],
    [Array.from({ length: 31 }, () => good), tooMany(30)],
    // One of two that is wrong refuses the call.
    [[good, fileOf(exe)], wrongType],
  ];
  for (const [photos, sentence] of wrong) {
    const { status, answer } = await send(photos);
    expect([status, answer?.screen, answer?.data?.["error_message"]]).toEqual([200, "PHOTO", sentence]);
  }
  expect(other.requests).toHaveLength(0);
  expect(cdn.requests.every(({ url }) => url.startsWith("https://mmg.whatsapp.net/"))).toBe(true);
  const [session] = await rowsOf<{ data: string }>(
    harness,
    "SELECT data FROM wa_flow_sessions WHERE token = ?",
    token,
  );
  expect(session?.data).toBe("{}");
  // The one that was right is there, and only it: it is not fetched twice.
  const states = () =>
    rowsOf(harness, "SELECT state, message_id AS message FROM message_media WHERE channel_id = ?", channelId);
  expect(await states()).toEqual([{ state: "kept", message: "" }]);
  const before = cdn.requests.length;
  expect((await send([good])).answer).toMatchObject({
    screen: "PAPER",
    data: { photos: [{ name: "IMG_1.jpg" }] },
  });
  expect(cdn.requests).toHaveLength(before);
  const { keys } = await filesOf(harness, owner);
  expect(keys).toHaveLength(1);
  const object = await harness.env.FILES.get(keys[0] ?? "");
  expect(Buffer.from((await object?.arrayBuffer()) ?? []).equals(photo)).toBe(true);

  // Nobody completes the flow in its time.
  const db = tenantDatabase(harness.env, "TENANT_1");
  await tidyMessaging(db, Date.now());
  expect(await states()).toHaveLength(1);
  await tidyMessaging(db, Date.now() + 3_700_000);
  expect(await states()).toEqual([]);
  expect(await filesOf(harness, owner)).toMatchObject({ states: ["leaving"] });
});

test("files of Meta's answer are kept as other received ones are, each says why it is not, and another's are nobody's to claim", async () => {
  const owner = await makePerson(harness);
  const channel = await whatsappAt(harness, owner, vendors, phone().slice(1));
  const { id: flowId } = await owner.call(flowsApi.createWaFlow, {
    body: {
      name: `Files ${randomUUID()}`,
      categories: ["OTHER"],
      channelId: channel.id,
      content: pickingFlow(),
    },
  });
  await channel.deliver({ type: "text", text: { body: "hello" } }, `wamid.${randomUUID()}`);
  let identity = "";
  await eventually(async () => {
    const [row] = await rowsOf<{ identity_id: string }>(
      harness,
      "SELECT identity_id FROM messages WHERE channel_id = ? AND direction = 'in'",
      channel.id,
    );
    identity = row?.identity_id ?? "";
    expect(identity).not.toBe("");
  });
  const token = await openedSession(flowId, channel.id, owner, identity);
  // A file that somebody else has sent to our endpoint.
  const others = randomUUID();
  await harness.env.TENANT_1.prepare(
    `INSERT INTO message_media (id, enterprise_id, channel_id, identity_id, message_id, part, kind, medium, state, not_before, until, at)
     VALUES (?, ?, ?, 'another', '', 'x', 'document', '{}', 'kept', 0, ?, 1)`,
  )
    .bind(others, owner.enterpriseId, channel.id, Date.now() + 3_600_000)
    .run();
  vendors.files.set("media-good", { bytes: jpeg(40), mime: "image/jpeg" });
  vendors.files.set("media-exe", {
    bytes: Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]),
    mime: "image/jpeg",
  });
  vendors.files.set("media-big", { bytes: jpeg(40), mime: "image/jpeg", announced: 26_214_401 });
  vendors.lost.add("media-gone");
  const ids = ["media-good", "media-exe", "media-big", "media-gone"];
  const file = (id: string) => ({ id, mime_type: "image/jpeg", sha256: "x", file_name: `${id}.jpg` });
  const claim = { file: others, name: "x", type: "x", url: "https://evil.example/" };
  const answers = { photos: ids.map(file), papers: [claim], city: "Pune", flow_token: token };
  const reply = {
    type: "nfm_reply",
    nfm_reply: { response_json: JSON.stringify(answers), body: "Sent", name: "flow" },
  };
  await channel.deliver({ type: "interactive", interactive: reply }, `wamid.${randomUUID()}`);
  const states = async () =>
    (
      await rowsOf<{ state: string; failure: string | null }>(
        harness,
        "SELECT state, failure FROM message_media WHERE channel_id = ? AND message_id <> '' ORDER BY part",
        channel.id,
      )
    ).map(({ state, failure }) => `${state} ${failure}`);
  await eventually(async () =>
    expect(await states()).toEqual(["kept null", "refused wrongType", "refused tooLarge", "expired gone"]),
  );
  const { answers: listed } = await owner.call(flowsApi.listWaFlowAnswers, { params: { id: flowId } });
  const values = listed[0]?.values ?? {};
  const { photos, papers, city } = values as { photos: Kept[]; papers: Kept[]; city: string };
  expect([photos.length, city]).toEqual([4, "Pune"]);
  expect(papers[0]?.url).not.toContain("evil");
  const shown = await Promise.all(
    photos.map(({ file: id }) => owner.call(flowsApi.waFlowFile, { params: { id } })),
  );
  expect(shown.map(({ state, url, reason }) => [state, url === null, reason === ""])).toEqual([
    ["kept", false, true],
    ["refused", true, false],
    ["refused", true, false],
    ["expired", true, false],
  ]);
  expect(await bytesAt(owner, photos[0]?.file ?? "")).toEqual(new Uint8Array(jpeg(40)));
  const [theirs] = await rowsOf<{ message_id: string }>(
    harness,
    "SELECT message_id FROM message_media WHERE id = ?",
    others,
  );
  expect(theirs?.message_id).toBe("");
});
