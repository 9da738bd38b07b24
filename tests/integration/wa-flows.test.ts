import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createChannel, meta } from "#tests/support/channels.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saidOn,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { type FlowState, flowAnswers } from "#tests/support/vendors/graph-flows.ts";
import {
  askingFlow,
  askingRules,
  callEndpoint,
  plainFlow,
  publishedFlow,
  sendingFlow,
} from "#tests/support/wa-flows.ts";
import { simulatedFlow } from "#workers/contract/endpoints/simulator-flows.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as flowsApi from "#workers/contract/endpoints/wa-flows.ts";
import { newKeyPair } from "#workers/domain/wa-flows/crypto.ts";

/** WhatsApp Flows as they are kept, published, sent by journeys, asked for by phones and answered. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

let phones = Date.now();
const phone = () => `+9193${String(phones++ % 100_000_000).padStart(8, "0")}`;

interface Session {
  token: string;
  run_id: string;
  opened_at: number | null;
  completed_at: number | null;
}
const sessionsOf = ({ id }: TestChannel) =>
  rowsOf<Session>(harness, "SELECT * FROM wa_flow_sessions WHERE channel_id = ? ORDER BY created_at", id);

async function sentTo(channel: TestChannel, who: string, word: string): Promise<Session> {
  const before = (await sessionsOf(channel)).length;
  await deliver(harness, channel, [saying(who, word)]);
  let found: Session | undefined;
  await eventually(async () => {
    found = (await sessionsOf(channel))[before];
    expect(found).toBeDefined();
  });
  return found as Session;
}

/** The message that Meta sends when a flow is completed. */
const reply = (who: string, token: string, values: object, vendorId?: string) =>
  saying(
    who,
    { kind: "formAnswer", token, label: "Sent", values: { ...values, flow_token: token } },
    vendorId === undefined ? {} : { vendorId },
  );

test("from the draft to the answer: a journey sends it, our endpoint says its screens, and its run goes on once", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const id = await publishedFlow(owner, channel.id, askingFlow(), askingRules);
  const graph = sendingFlow(id, "See you {form.day} at {form.time}");
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "visit" });
  const who = phone();
  const { token } = await sentTo(channel, who, "visit");
  const [message] = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM messages WHERE channel_id = ? AND kind = 'flow'",
    channel.id,
  );
  expect(JSON.parse(message?.body ?? "")).toMatchObject({ action: "data_exchange", flowId: id, token });

  const call = (body: object) => callEndpoint(harness, channel, { flow_token: token, ...body });
  expect(await call({ action: "ping" })).toEqual({ status: 200, answer: { data: { status: "active" } } });
  expect(await call({ action: "INIT" })).toEqual({
    status: 200,
    answer: { screen: "DAY", data: { name: "Asha" } },
  });
  const next = await call({ action: "data_exchange", screen: "DAY", data: { day: "Monday" } });
  expect(next.answer).toEqual({ screen: "TIME", data: { hello: "Hi Asha, on Monday?", day: "Monday" } });
  expect((await call({ action: "BACK", screen: "DAY" })).answer).toEqual({
    screen: "DAY",
    data: { name: "Asha" },
  });
  const broken = await call({ action: "data_exchange", screen: "DAY", data: { error: "invalid-screen" } });
  expect(broken.answer).toEqual({ data: { acknowledged: true } });

  const answer = reply(who, token, { day: "Monday", time: "10:00" });
  await deliver(harness, channel, [answer]);
  await deliver(harness, channel, [answer]);
  await eventually(async () => {
    const [run] = await runsOf(harness, instanceId);
    expect(run?.state).toBe("completed");
  });
  // Under another id of Meta it is a second answer: a message and nothing more.
  await deliver(harness, channel, [reply(who, token, { day: "Tuesday", time: "11:00" })]);
  await eventually(async () => {
    const heard = await rowsOf(
      harness,
      "SELECT 1 FROM messages WHERE channel_id = ? AND kind = 'formAnswer'",
      channel.id,
    );
    expect(heard).toHaveLength(2);
  });
  const thanks = (await saidOn(harness, channel)).filter((text) => text.startsWith("See you"));
  expect(thanks).toEqual(["See you Monday at 10:00"]);
  const { answers } = await owner.call(flowsApi.listWaFlowAnswers, { params: { id } });
  expect(answers).toMatchObject([{ values: { day: "Monday", time: "10:00" }, run: { automation: {} } }]);
  const { flows } = await owner.call(flowsApi.listWaFlows, {});
  expect(flows.find((each) => each.id === id)).toMatchObject({
    ...{ state: "PUBLISHED", jsonVersion: "7.3", sent: 1, opened: 1, completed: 1 },
    channel: { id: channel.id, simulated: true },
  });
  expect((await call({ action: "INIT" })).status).toBe(427);
});

test("an answer that no run waits for is kept and shown, one of an unknown token is a message; two at once are one", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const id = await publishedFlow(owner, channel.id);
  const { instanceId } = await startedJourney(harness, channel, sendingFlow(id, "Thanks {form.city}"), {
    keyword: "city",
  });
  const who = phone();
  const session = await sentTo(channel, who, "city");
  await harness.env.TENANT_1.prepare("DELETE FROM run_waits WHERE run_id = ?").bind(session.run_id).run();
  await deliver(harness, channel, [
    reply(who, session.token, { city: "Pune" }),
    reply(who, "nobody", { a: 1 }),
  ]);
  await eventually(async () => {
    const rows = await rowsOf<{ speaker: string | null }>(
      harness,
      "SELECT speaker FROM messages WHERE channel_id = ? AND kind = 'formAnswer'",
      channel.id,
    );
    expect(rows).toHaveLength(2);
    // Whoever answers chats sees both.
    expect(rows.every(({ speaker }) => speaker !== null)).toBe(true);
  });
  const answers = async () => (await owner.call(flowsApi.listWaFlowAnswers, { params: { id } })).answers;
  expect(await answers()).toMatchObject([{ values: { city: "Pune" } }]);

  const other = phone();
  const second = await sentTo(channel, other, "city");
  const both = ["Delhi", "Agra"].map((city) => reply(other, second.token, { city }));
  await Promise.all(both.map((each) => deliver(harness, channel, [each])));
  await eventually(async () => {
    const run = (await runsOf(harness, instanceId)).find((each) => each.id === second.run_id);
    expect(run?.state).toBe("completed");
  });
  expect(await answers()).toHaveLength(2);
  const thanks = (await saidOn(harness, channel)).filter((text) => /Thanks (Delhi|Agra)/.test(text));
  expect(thanks).toHaveLength(1);
});

test("our endpoint believes signed calls alone, answers 421 for another key and 427 for a token that nobody was sent", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await publishedFlow(owner, channel.id, askingFlow(), askingRules);
  const init = { action: "INIT", flow_token: "nobody" };
  expect((await callEndpoint(harness, channel, init, { signature: "sha256=00" })).status).toBe(432);
  const stranger = await newKeyPair();
  const another = await callEndpoint(harness, channel, init, { publicKey: stranger.publicKey });
  expect(another.status).toBe(421);
  const gone = await callEndpoint(harness, channel, init);
  expect([gone.status, typeof gone.answer?.error_msg]).toEqual([427, "string"]);
  const nowhere = { id: randomUUID(), token: channel.token };
  const { publicKey } = stranger;
  expect((await callEndpoint(harness, nowhere, init, { publicKey })).status).toBe(404);

  // The key before is accepted for a day.
  const before = await rowsOf<{ public_key: string }>(
    harness,
    "SELECT public_key FROM wa_flow_keys WHERE channel_id = ?",
    channel.id,
  );
  const rotated = await owner.call(flowsApi.rotateWaFlowKey, { params: { id: channel.id } });
  expect(rotated).toMatchObject({ state: "valid", previousUntil: expect.any(String) });
  const ping = { action: "ping" };
  for (const key of [before[0]?.public_key ?? "", undefined])
    expect(
      (await callEndpoint(harness, channel, ping, key === undefined ? {} : { publicKey: key })).status,
    ).toBe(200);
  const [row] = await rowsOf<{ sealed: string }>(
    harness,
    "SELECT sealed FROM secrets WHERE owner_kind = 'waFlowKey' AND owner_id = ?",
    channel.id,
  );
  expect(row?.sealed).not.toContain("PRIVATE");
});

test("a draft is kept half-typed and the slower of two is told; what is published is neither edited nor deleted", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const at = "/api/chatbird/api/wa-flows";
  const body = { name: `Visit ${randomUUID()}`, categories: ["OTHER" as const], channelId: channel.id };
  const { id, name } = await owner.call(flowsApi.createWaFlow, { body });
  const save = (revision: number, content: object) =>
    owner.send("PUT", `${at}/${id}/draft`, { name, categories: ["OTHER"], content, revision });
  expect((await save(1, { version: "7.3", screens: [] })).status).toBe(200);
  expect((await save(1, plainFlow())).status).toBe(409);
  const wrong = await owner.send("POST", `${at}/${id}/publish`, { revision: 2 });
  expect(wrong.status).toBe(400);
  expect((await save(2, plainFlow())).status).toBe(200);
  const published = await owner.call(flowsApi.publishWaFlow, { params: { id }, body: { revision: 3 } });
  expect(published.state).toBe("PUBLISHED");
  expect((await save(published.revision, plainFlow())).status).toBe(409);
  expect((await owner.send("DELETE", `${at}/${id}`)).status).toBe(400);
  expect((await owner.send("POST", at, body)).status).toBe(409);

  await publishedOne(owner, "journey", `Sends ${randomUUID()}`, sendingFlow(id, "Thanks"));
  const used = await owner.call(flowsApi.getWaFlowDraft, { params: { id } });
  expect(used.usedIn).toHaveLength(1);
  expect((await owner.send("POST", `${at}/${id}/deprecate`, {})).status).toBe(400);
  const copy = await owner.call(flowsApi.cloneWaFlow, { params: { id } });
  expect(copy).toMatchObject({ state: "DRAFT", content: plainFlow(), vendorId: null });
  await owner.call(flowsApi.deleteWaFlow, { params: { id: copy.id } });
  const refused = await owner.send("POST", "/api/chatbird/api/journeys", {
    name: `Other ${randomUUID()}`,
    graph: sendingFlow(copy.id, "Thanks"),
  });
  const { response } = (await refused.json()) as { response: { id: string } };
  const unpublished = await owner.send("POST", `/api/chatbird/api/journeys/${response.id}/publish`, {
    revision: 1,
  });
  expect(unpublished.status).toBe(400);
});

test("Meta gets the Flow JSON, the endpoint and the key; what it finds is told with its place, and its news is kept", async () => {
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
  const bad = askingFlow();
  const draft = await owner.call(flowsApi.createWaFlow, {
    body: {
      name: `Meta ${randomUUID()}`,
      categories: ["SURVEY"],
      channelId,
      content: { ...bad, x: "Nonsense" },
    },
  });
  const params = { id: draft.id };
  const found = await owner.call(flowsApi.validateWaFlow, { params, body: { revision: 1 } });
  expect(found.metaErrors).toMatchObject([{ path: "/screens/0/layout/children/0/type", line: 1 }]);
  const saved = await owner.call(flowsApi.saveWaFlowDraft, {
    params,
    body: {
      name: draft.name,
      categories: ["SURVEY"],
      content: bad,
      rules: askingRules,
      revision: found.revision,
    },
  });
  const published = await owner.call(flowsApi.publishWaFlow, { params, body: { revision: saved.revision } });
  expect(published).toMatchObject({ state: "PUBLISHED", metaErrors: [] });
  const [theirs] = graph.flows;
  expect(theirs).toMatchObject({ status: "PUBLISHED", endpoint_uri: expect.stringContaining(channelId) });
  expect(JSON.parse(theirs?.json ?? "")).toEqual(bad);
  expect(graph.publicKey).toContain("BEGIN PUBLIC KEY");
  const key = await owner.call(flowsApi.getWaFlowKey, { params: { id: channelId } });
  expect(key).toMatchObject({ state: "valid", rotatedAt: expect.any(String) });

  const { createHmac } = await import("node:crypto");
  const tell = async (value: object, time: number) => {
    const change = { field: "flows", value: { flow_id: theirs?.id, ...value } };
    const body = JSON.stringify({ entry: [{ id: "102290129340398", time, changes: [change] }] });
    const signature = createHmac("sha256", "CANARY-app-secret").update(body).digest("hex");
    await harness.fetch(`/api/webhooks/whatsapp-cloud/${channelId}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
      body,
    });
  };
  const state = async () => {
    const draftNow = await owner.call(flowsApi.getWaFlowDraft, { params });
    return [draftNow.state, draftNow.health];
  };
  const now = Math.floor(Date.now() / 1_000);
  const message = "The flow is throttled.";
  await tell({ event: "FLOW_STATUS_CHANGE", old_status: "PUBLISHED", new_status: "THROTTLED", message }, now);
  await eventually(async () => expect(await state()).toEqual(["THROTTLED", message]));
  await tell({ event: "FLOW_STATUS_CHANGE", new_status: "BLOCKED", message: "older" }, now - 60);
  await tell(
    { event: "ENDPOINT_AVAILABILITY", alert_state: "ACTIVATED", message: "Availability is 75%." },
    now + 0,
  );
  await eventually(async () => expect(await state()).toEqual(["THROTTLED", "Availability is 75%."]));
  const synced = await owner.call(flowsApi.syncWaFlow, { params });
  expect(synced).toMatchObject({ state: "PUBLISHED", previewUrl: expect.stringContaining("preview") });
  const done = await owner.call(flowsApi.deprecateWaFlow, { params });
  expect([done.state, graph.flows[0]?.status]).toEqual(["DEPRECATED", "DEPRECATED"]);
});

test("the simulator's phone opens a flow, asks our endpoint, and completes it; its answer comes by the webhook", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const flow = await publishedFlow(owner, channel.id, askingFlow(), askingRules);
  const { instanceId } = await startedJourney(harness, channel, sendingFlow(flow, "At {form.time}"), {
    keyword: "play",
  });
  const number = phone();
  const person = { phone: number, name: "Asha" };
  await sentTo(channel, number, "play");
  let message = "";
  await eventually(async () => {
    const { entries } = await owner.call(simulatorApi.simulatedPhone, {
      params: { id: channel.id },
      query: { person: { phone: number } },
    });
    message = entries.find(({ body }) => body.kind === "flow")?.id ?? "";
    expect(message).not.toBe("");
  });
  const act = (more: object) =>
    owner.call(simulatedFlow, {
      params: { id: channel.id },
      body: { person, message, action: "open", ...more },
    });
  expect(await act({})).toMatchObject({ screen: "DAY", data: { name: "Asha" }, ended: false });
  const next = await act({ action: "data_exchange", screen: "DAY", data: { day: "Friday" } });
  expect(next).toMatchObject({ screen: "TIME", data: { hello: "Hi Asha, on Friday?" } });
  const ended = await act({ action: "complete", data: { day: "Friday", time: "9:00" } });
  expect(ended.ended).toBe(true);
  await eventually(async () => expect((await runsOf(harness, instanceId))[0]?.state).toBe("completed"));
  const again = await owner.send("POST", `/api/e/enterprise/simulator/${channel.id}/flow`, {
    ...{ person, message, action: "open" },
  });
  expect(again.status).toBe(400);
});
