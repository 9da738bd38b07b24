import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectLastSaid, expectNoDrift, newPhone, say } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeTemplate } from "#tests/support/public-sending.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { publishedFlow } from "#tests/support/wa-flows.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { simulatedFlow } from "#workers/contract/endpoints/simulator-flows.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import * as flowsApi from "#workers/contract/endpoints/wa-flows.ts";

/** Templates whose button opens a WhatsApp Flow, whoever sends them. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

interface Session {
  token: string;
  run_id: string | null;
  identity_id: string;
  completed_at: number | null;
}
const sessionsOf = ({ id }: TestChannel) =>
  rowsOf<Session>(harness, "SELECT * FROM wa_flow_sessions WHERE channel_id = ? ORDER BY created_at", id);

async function prepared() {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const flowId = await publishedFlow(owner, channel.id);
  const { id: templateId } = await makeTemplate(harness, channel, {
    components: {
      body: { text: "Tell us where." },
      buttons: [{ type: "FLOW", text: "Answer", value: flowId }],
    },
  });
  return { owner, channel, flowId, templateId };
}

const answering = (who: string, token: string, city: string) =>
  saying(who, { kind: "formAnswer", token, label: "Sent", values: { city, flow_token: token } });

const waitsFor: [string, object] = [
  "waitFor",
  { events: [{ id: "f", kind: "flow", of: "send" }], timeout: { amount: 1, unit: "hours" } },
];
const answersOf = async (owner: Person, id: string) =>
  (await owner.call(flowsApi.listWaFlowAnswers, { params: { id } })).answers;

test("a journey goes on with what was answered behind its template's button, played on the simulator's phone", async () => {
  const { owner, channel, flowId, templateId } = await prepared();
  const graph = graphOf(
    {
      start: ["start"],
      send: ["sendTemplate", { templateId }],
      wait: waitsFor,
      thanks: say("To {form.city}"),
    },
    ["start > send", "send > wait", "wait.event:f > thanks"],
  );
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "go" });
  const number = newPhone();
  await deliver(harness, channel, [saying(number, "go")]);
  const person = { phone: number, name: "Asha" };
  const message = await eventually(async () => {
    const { entries } = await owner.call(simulatorApi.simulatedPhone, {
      params: { id: channel.id },
      query: { person: { phone: number } },
    });
    return entries.find(({ body }) => body.kind === "template")?.id ?? expect.fail("no template yet");
  });
  const act = (more: object) =>
    owner.call(simulatedFlow, {
      params: { id: channel.id },
      body: { person, message, action: "open", ...more },
    });
  expect(await act({})).toMatchObject({ screen: "ONLY", ended: false });
  expect((await act({ action: "complete", data: { city: "Pune" } })).ended).toBe(true);
  await expectLastSaid(harness, channel, "To Pune");
  const [run] = await runsOf(harness, instanceId);
  expect(await sessionsOf(channel)).toMatchObject([
    { run_id: run?.id, completed_at: expect.any(Number) as number },
  ]);
  expect(await answersOf(owner, flowId)).toMatchObject([{ values: { city: "Pune" } }]);
  const { flows } = await owner.call(flowsApi.listWaFlows, {});
  expect(flows.find(({ id }) => id === flowId)).toMatchObject({ sent: 1, completed: 1 });
  await expectNoDrift(harness, owner.enterpriseId);
});

test("an answer that comes before the run waits for it is heard when it does, once", async () => {
  const { owner, channel, templateId } = await prepared();
  const graph = graphOf(
    {
      start: ["start"],
      send: ["sendTemplate", { templateId }],
      pause: ["wait", { until: { kind: "duration", length: { amount: 3, unit: "seconds" } } }],
      wait: waitsFor,
      thanks: say("To {form.city}"),
    },
    ["start > send", "send > pause", "pause > wait", "wait.event:f > thanks"],
  );
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "go" });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "go")]);
  const token = await eventually(async () => {
    const [session] = await sessionsOf(channel);
    return session?.token ?? expect.fail("nothing was sent yet");
  });
  await deliver(harness, channel, [answering(who, token, "Pune")]);
  await eventually(async () =>
    expect(await sessionsOf(channel)).toMatchObject([{ completed_at: expect.any(Number) as number }]),
  );
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "pause" }]);
  await expectLastSaid(harness, channel, "To Pune");
  await deliver(harness, channel, [answering(who, token, "Delhi")]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("an answer to a flow does not answer what its run, or another, asks meanwhile: it is kept, and the question stays", async () => {
  const { owner, channel, flowId, templateId } = await prepared();
  const graph = graphOf(
    {
      start: ["start"],
      send: ["sendTemplate", { templateId }],
      name: ["ask", { text: "Whose visit?", save: { to: "variable", name: "answer" } }],
      wait: waitsFor,
      thanks: say("{vars.answer} goes to {form.city}"),
    },
    ["start > send", "send > name", "name > wait", "wait.event:f > thanks"],
  );
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "go" });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "go")]);
  await expectLastSaid(harness, channel, "Whose visit?");
  const [session] = await sessionsOf(channel);
  const token = session?.token ?? "";
  const [before] = await runsOf(harness, instanceId);
  // In time, once more under its spent token, and under one that nobody was sent.
  await deliver(harness, channel, [answering(who, token, "Pune")]);
  await deliver(harness, channel, [answering(who, token, "Delhi"), answering(who, "nobody", "Agra")]);
  const heard = await eventually(async () => {
    const rows = await rowsOf<{ speaker: string | null }>(
      harness,
      "SELECT speaker FROM messages WHERE channel_id = ? AND kind = 'formAnswer'",
      channel.id,
    );
    expect(rows).toHaveLength(3);
    return rows;
  });
  expect(heard.map(({ speaker }) => speaker)).toEqual([null, null, null]);
  expect(await answersOf(owner, flowId)).toMatchObject([{ values: { city: "Pune" } }]);
  expect(await runsOf(harness, instanceId)).toEqual([before]);
  await deliver(harness, channel, [saying(who, "Asha")]);
  await expectLastSaid(harness, channel, "Asha goes to Pune");
  await expectNoDrift(harness, owner.enterpriseId);
});

test("each recipient of a broadcast, and whoever is sent one in a chat, has a session whose answer is kept", async () => {
  const { owner, channel, flowId, templateId } = await prepared();
  const to = [newPhone(), newPhone()];
  const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: {
      channelId: channel.id,
      phoneNumber: [...to, to[0] ?? ""],
      message: { template: { templateUId: templateId } },
      columnMapping: [],
    },
  });
  await eventually(async () =>
    expect((await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data.status).toMatch(
      /completed/,
    ),
  );
  const sessions = await sessionsOf(channel);
  expect(new Set(sessions.map(({ identity_id: who }) => who)).size).toBe(2);
  const rows = await rowsOf<{ data: string; address: string }>(
    harness,
    "SELECT data, address FROM broadcast_recipients WHERE substr(id, 1, 28) = ? ORDER BY id",
    id.slice(0, 28),
  );
  const [first] = rows;
  const { flowToken = "" } = JSON.parse(first?.data ?? "{}") as { flowToken?: string };
  await deliver(harness, channel, [answering(first?.address ?? "", flowToken, "Pune")]);
  await eventually(async () =>
    expect(await answersOf(owner, flowId)).toMatchObject([{ values: { city: "Pune" } }]),
  );

  const { chatId } = await makeWaiting(harness, channel);
  const act = (body: object) => owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, body);
  await act({ action: "agentPickupChat", id: randomUUID() });
  const before = (await sessionsOf(channel)).length;
  const own = randomUUID();
  expect((await act({ action: "agentSendTemplate", id: own, templateId, values: {} })).status).toBe(200);
  const after = await sessionsOf(channel);
  expect(after.length).toBe(before + 1);
  const [sent] = await rowsOf<{ body: string }>(harness, "SELECT body FROM messages WHERE id = ?", own);
  expect(JSON.parse(sent?.body ?? "{}")).toMatchObject({
    buttons: [{ place: 0, kind: "flow", value: after.at(-1)?.token, flowId }],
  });
});

test("a template is submitted with a flow that its channel can send, and refused with any other", async () => {
  const { owner, channel, flowId } = await prepared();
  const other = await publishedFlow(owner, (await makeChannel(harness, owner)).id);
  const submit = async (value: string) => {
    const { id, revision } = await owner.call(templatesApi.createTemplate, {
      body: {
        channelId: channel.id,
        name: `t_${randomUUID().replaceAll("-", "_")}`,
        language: "en",
        category: "UTILITY",
        components: { body: { text: "Tell us where." }, buttons: [{ type: "FLOW", text: "Answer", value }] },
      },
    });
    const response = await owner.send("POST", `/api/chatbird/api/campaign/templates/${id}/submit`, {
      revision,
    });
    return { status: response.status, said: (await response.json()) as { errors?: Record<string, string> } };
  };
  expect((await submit(flowId)).status).toBe(200);
  expect((await submit(other)).said.errors).toEqual({ "buttons.0.value": texts.flowNotSent });
  expect((await submit("")).said.errors).toHaveProperty(["buttons.0.value"]);
});
