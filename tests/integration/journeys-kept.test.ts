import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { makeCustomer } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { aForm } from "#tests/support/forms.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, expectSaid, newPhone, say } from "#tests/support/journey-talk.ts";
import { jpeg } from "#tests/support/made-files.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saidOn,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import { answerNames } from "#tests/support/push-service.ts";
import { whatsappAt } from "#tests/support/received-media.ts";
import { keyOf } from "#tests/support/public-sending.ts";
import { othersAside, runsOf, startedJourney } from "#tests/support/runs.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { ctxFor } from "#tests/support/training.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import { automationTexts } from "#texts/automation.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import { sendEvent } from "#workers/contract/endpoints/automation-triggers.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import { journeyFigures } from "#workers/contract/endpoints/journey-monitor.ts";
import * as mediaApi from "#workers/contract/endpoints/media.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { endOldRuns } from "#workers/domain/automations/old-runs.ts";
import { workRuns } from "#workers/domain/runs/carry-on.ts";

/** Messages from people and news to colleagues are kept, and nobody is stuck in a journey that is over. */
const harness = await startHarness();
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => {
  answerOurselves(harness);
  answerNames();
});
const { TENANT_1: db } = harness.env;
const run = (sql: string, ...values: unknown[]) =>
  db
    .prepare(sql)
    .bind(...values)
    .run();
const atNode = (instanceId: string, node: string) =>
  eventually(async () =>
    expect((await runsOf(harness, instanceId)).map(({ node_id }) => node_id)).toContain(node),
  );
const isOver = (instanceId: string, state: string) =>
  eventually(async () => {
    // Nobody was there to wake the clock where a test wrote: the sweeper does.
    await harness.scheduled();
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state }]);
  });
const asking = (more: object = {}, start: object = {}) =>
  graphOf({ start: ["start", start], ask: ["ask", { text: "Which card?", ...more }], bye: say("Thanks") }, [
    "start > ask",
    "ask > bye",
  ]);
/** Asks, by a journey of its own, and waits for how that ends. */
const waitingFor = (journeyId: string) =>
  graphOf(
    {
      start: ["start"],
      run: ["runJourney", { journeyId }],
      well: say("Well"),
      failed: say("Failed: {error.code}"),
    },
    ["start > run", "run.completed > well", "run.failed > failed"],
  );

test("a picture that somebody sends to a form's question is its answer, and colleagues open it by what was kept", async () => {
  const owner = await makePerson(harness);
  const { id: formId } = await owner.call(formsApi.createForm, {
    body: {
      name: `Form ${randomUUID()}`,
      content: aForm("Identity", [{ id: "card", type: "file", label: "Your card" }]),
    },
  });
  await owner.call(formsApi.publishForm, { params: { id: formId }, body: { revision: 1 } });
  const channel = await whatsappAt(harness, owner, vendors);
  const on = { ...channel, enterpriseId: owner.enterpriseId, token: "" };
  const { instanceId } = await startedJourney(
    harness,
    on,
    graphOf(
      {
        start: ["start"],
        form: ["form", { formId, as: "chat", text: "Please answer", button: "Open" }],
        ask: [
          "ask",
          {
            text: "And the back?",
            answer: { kind: "file", types: ["image"] },
            save: { to: "variable", name: "thing" },
          },
        ],
        end: ["end"],
      },
      ["start > form", "form.submitted > ask", "ask > end"],
    ),
    { keyword: "check me" },
  );
  for (const id of ["media-front", "media-back"])
    vendors.files.set(id, { bytes: jpeg(40), mime: "image/jpeg" });
  await channel.deliver({ type: "text", text: { body: "check me" } }, `wamid.${randomUUID()}`);
  await atNode(instanceId, "form");
  const image = (id: string) =>
    channel.deliver({ type: "image", image: { id, mime_type: "image/jpeg" } }, `wamid.${randomUUID()}`);
  await image("media-front");
  await atNode(instanceId, "ask");
  await image("media-back");
  await isOver(instanceId, "completed");
  const [submission] = (await owner.call(formsApi.listFormSubmissions, { params: { id: formId } }))
    .submissions;
  const [done] = await runsOf(harness, instanceId);
  const { vars } = JSON.parse(done?.data ?? "{}") as { vars: { thing: Record<string, string> } };
  const [front, back] = (await messagesOf(harness, on)).filter(({ kind }) => kind === "image");
  for (const [value, message] of [
    [submission?.answers["card"] as Record<string, string>, front],
    [vars.thing, back],
  ] as const) {
    expect(value).toEqual({
      kind: "image",
      file: message?.id,
      name: "",
      type: "image/jpeg",
      url: expect.stringMatching(/\/chat\/history\?chat=[\w-]+&at=[\w-]+%7E\d+$/),
    });
    await eventually(async () =>
      expect(
        await owner.call(mediaApi.messageMedium, { params: { id: value?.["file"] ?? "" } }),
      ).toMatchObject({ state: "kept", url: expect.stringContaining("/api/media/") }),
    );
  }
  const kept = submission?.answers["card"] as { url: string } | undefined;
  const csv = await owner.send("GET", `/api/e/enterprise/forms/${formId}/submissions/file`);
  expect(await csv.text()).toContain(kept?.url ?? "an address");
});

test("a note of a hand-over is there for colleagues, who see it at once; the customer does not", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(
    harness,
    channel,
    graphOf({ start: ["start"], over: ["handOver", { note: "Loan of {contact.name}" }] }, ["start > over"]),
    { keyword: "a loan", name: "Loans" },
  );
  await deliver(harness, channel, [saying(newPhone(), "a loan")]);
  await isOver(instanceId, "completed");
  const noted = await rowsOf(
    harness,
    `SELECT a.type, a.by_name, a.text FROM chat_actions a JOIN chats c ON c.id = a.chat_id WHERE c.channel_id = ?`,
    channel.id,
  );
  expect(noted).toEqual([{ type: chatActionCodes.note, by_name: "Loans", text: "Loan of Asha" }]);
  expect((await saidOn(harness, channel)).join(" ")).not.toContain("Loan");
  const live = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM live_events WHERE enterprise_id = ? ORDER BY seq",
    owner.enterpriseId,
  );
  expect(live.some(({ body }) => body.includes('"text":"Loan of Asha"'))).toBe(true);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("whoever's run broke off for good has nothing asked of them: their words go on to a person, and a parent hears of it", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const inner = await startedJourney(harness, channel, asking(), { name: "Inner" });
  const outer = await startedJourney(harness, channel, waitingFor(inner.automationId), {
    keyword: "begin it",
  });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "begin it")]);
  await expectSaid(harness, channel, ["Which card?"]);
  // A row that no engine reads, after four tries; the next one is to come.
  await run(
    "UPDATE runs SET attempts = 4, wake_at = NULL, data = json_remove(data, '$.used') WHERE instance_id = ?",
    inner.instanceId,
  );
  await deliver(harness, channel, [saying(who, "Rupay")]);
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT x.kind FROM run_inbox x JOIN runs r ON r.id = x.run_id WHERE r.instance_id = ? AND x.done_at IS NULL",
        inner.instanceId,
      ),
    ).toEqual([{ kind: "reply" }]),
  );
  await run("UPDATE runs SET wake_at = 1 WHERE instance_id = ?", inner.instanceId);
  await isOver(inner.instanceId, "failed");
  await isOver(outer.instanceId, "completed");
  // The chart of minutes counts it as the list of runs does.
  expect(
    await rowsOf(
      harness,
      "SELECT sum(entered) AS entered, sum(ended) AS ended, sum(failed) AS failed FROM run_minutes WHERE instance_id = ?",
      inner.instanceId,
    ),
  ).toEqual([{ entered: 1, ended: 0, failed: 1 }]);
  await eventually(async () =>
    expect(
      await rowsOf(harness, "SELECT waiting_since > 0 AS waits FROM chats WHERE channel_id = ?", channel.id),
    ).toEqual([{ waits: 1 }]),
  );
  expect(await saidOn(harness, channel)).toContain("Failed: journeyFailed");
  await deliver(harness, channel, [saying(who, "hello?")]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).flatMap(({ speaker }) => speaker ?? []).at(-1)).toBe(
      "person",
    ),
  );
  expect(await rowsOf(harness, "SELECT * FROM floors WHERE channel_id = ?", channel.id)).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a run at its last try that a faster worker has carried on is not ended, and still waits for its answer", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, asking(), { keyword: "begin it" });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "begin it")]);
  await expectSaid(harness, channel, ["Which card?"]);
  const [whole] = await runsOf(harness, instanceId);
  // A row that no engine reads, after four tries; the fifth is of a later hour, so that it is this test's.
  const at = Date.now() + 3_600_000;
  await run(
    "UPDATE runs SET attempts = 4, wake_at = ?, data = json_remove(data, '$.used') WHERE instance_id = ?",
    ...[at, instanceId],
  );
  await deliver(harness, channel, [saying(who, "Rupay")]);
  const answers = () =>
    rowsOf(harness, "SELECT kind FROM run_inbox WHERE run_id = ? AND done_at IS NULL", whole?.id);
  await eventually(async () => expect(await answers()).toEqual([{ kind: "reply" }]));
  const giveBack = await othersAside(harness, instanceId);
  // The faster one has tried it anew, from the row as it should be.
  const { ctx, wasOvertaken } = ctxOvertaken(
    harness,
    owner,
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM runs",
    () => run("UPDATE runs SET attempts = 1, data = ? WHERE instance_id = ?", whole?.data, instanceId),
  );
  await workRuns(
    ctx.db,
    {
      capabilities: (_, type) => simulatorCapabilities(type as 1),
      placeOf: async () => ({ zone: "UTC", country: "IN" }),
      formLink: () => ({ token: "", url: "" }),
      linksOf: () => Promise.reject(new Error("nobody waits for a click")),
    },
    () => at,
  );
  await giveBack();
  expect(wasOvertaken()).toBe(true);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", data: whole?.data }]);
  expect(await rowsOf(harness, "SELECT kind FROM run_waits WHERE run_id = ?", whole?.id)).toContainEqual({
    kind: "reply",
  });
  await run("UPDATE runs SET attempts = 0 WHERE instance_id = ?", instanceId);
  await isOver(instanceId, "completed");
  await expectNoDrift(harness, owner.enterpriseId);
});

test("whoever is in a version for longer than its Start says leaves as too old, and is counted where they were", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { id } = await owner.call(automationDoors.journey.create, {
    body: { name: randomUUID(), graph: asking({}, { days: 30 }) },
  });
  await owner.call(automationDoors.journey.publish, { params: { id }, body: { revision: 1 } });
  const instance = await owner.call(instanceDoors.journey.create, {
    params: { id },
    body: { channelId: channel.id, keywords: ["for a month"] },
  });
  await deliver(harness, channel, [saying(newPhone(), "for a month")]);
  await atNode(instance.id, "ask");
  const DAY = 86_400_000;
  const night = (days: number) =>
    endOldRuns(ctxFor(harness, owner).db, owner.enterpriseId, Date.now() + days * DAY);
  await night(29);
  await harness.scheduled();
  expect(await runsOf(harness, instance.id)).toMatchObject([{ state: "waiting" }]);
  await night(31);
  await isOver(instance.id, "expired");
  const [over] = await runsOf(harness, instance.id);
  expect((JSON.parse(over?.data ?? "{}") as { reason: object }).reason).toMatchObject({
    code: "tooOld",
    sentence: automationTexts.failures.tooOld(30),
  });
  const { steps } = await owner.call(journeyFigures, { params: { id, instanceId: instance.id } });
  expect(Object.fromEntries(steps.map(({ node, expired }) => [node, expired]))).toEqual({ start: 0, ask: 1 });
  // Whoever publishes without a number means ninety days; a version from before means a year.
  const { id: usual } = await owner.call(automationDoors.journey.create, {
    body: { name: randomUUID(), graph: asking() },
  });
  await owner.call(automationDoors.journey.publish, { params: { id: usual }, body: { revision: 1 } });
  expect(
    await rowsOf(harness, "SELECT max_days FROM automation_versions WHERE automation_id = ?", usual),
  ).toEqual([{ max_days: 90 }]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a run is a year old at most: it leaves as too old, with its question, and the one that waits for it hears so", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const inner = await startedJourney(harness, channel, asking(), { name: "Inner" });
  const outer = await startedJourney(harness, channel, waitingFor(inner.automationId), {
    keyword: "begin it",
  });
  await deliver(harness, channel, [saying(newPhone(), "begin it")]);
  await expectSaid(harness, channel, ["Which card?"]);
  const DAY = 86_400_000;
  const night = (days: number) =>
    endOldRuns(ctxFor(harness, owner).db, owner.enterpriseId, Date.now() + days * DAY);
  const leaving = () =>
    rowsOf(
      harness,
      "SELECT 1 AS n FROM run_inbox WHERE kind = 'leave' AND enterprise_id = ?",
      owner.enterpriseId,
    );
  await night(364);
  expect(await leaving()).toEqual([]);
  // The one that waits is as old, and hears of neither end.
  await run("UPDATE runs SET started_at = started_at + ? WHERE instance_id = ?", 3 * DAY, outer.instanceId);
  await night(366);
  await night(366);
  expect(await leaving()).toHaveLength(1);
  await isOver(inner.instanceId, "expired");
  await isOver(outer.instanceId, "completed");
  await expectSaid(harness, channel, ["Which card?", "Failed: journeyFailed"]);
  expect(await rowsOf(harness, "SELECT * FROM floors WHERE channel_id = ?", channel.id)).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("an event that is faster than the step that waits for it is heard, once; one from before the run is not", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { id: hookId } = await owner.call(integrationsApi.createIntegration, {
    body: { name: randomUUID(), authType: 2, data: { url: "https://shop.company.com/api" }, secrets: {} },
  });
  const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  answerOutbound("https://shop.company.com/", async () => {
    called.resolve();
    await answer.promise;
    return new Response("{}", { headers: { "content-type": "application/json" } });
  });
  const paid = { id: "paid", kind: "event", key: "order.paid" };
  const { instanceId } = await startedJourney(
    harness,
    channel,
    graphOf(
      {
        start: ["start"],
        order: ["http", { request: { authType: 2, configId: hookId, method: "POST", path: "/orders" } }],
        first: ["waitFor", { events: [paid], timeout: { amount: 1, unit: "days" } }],
        heard: say("Paid: {last.event.total}"),
        second: ["waitFor", { events: [paid], timeout: { amount: 1, unit: "days" } }],
      },
      ["start > order", "order > first", "first.event:paid > heard", "heard > second"],
    ),
    { keyword: "an order" },
  );
  const who = newPhone();
  const { secret } = await keyOf(owner, ["events.send"]);
  const tell = async (key: string, total: number) => {
    const response = await harness.fetch(`/api${sendEvent.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "order.paid", key, customer: { phone: who }, data: { total } }),
    });
    return ((await response.json()) as { response: { awaited: boolean } }).response.awaited;
  };
  await makeCustomer(owner, { phoneNumber: who });
  expect(await tell("before", 1)).toBe(false);
  await deliver(harness, channel, [saying(who, "an order")]);
  await called.promise;
  expect([await tell("meanwhile", 9), await tell("meanwhile", 9)]).toEqual([true, true]);
  // Somebody who comes in only now waits for the next one.
  const later = await startedJourney(
    harness,
    channel,
    graphOf(
      {
        start: ["start"],
        wait: ["waitFor", { events: [paid], timeout: { amount: 1, unit: "days" } }],
        heard: say("Paid, too"),
      },
      ["start > wait", "wait.event:paid > heard"],
    ),
    { keyword: "another one" },
  );
  await deliver(harness, channel, [saying(who, "another one")]);
  await atNode(later.instanceId, "wait");
  answer.resolve();
  await atNode(instanceId, "second");
  expect((await saidOn(harness, channel)).filter((text) => text.startsWith("Paid"))).toEqual(["Paid: 9"]);
  await harness.scheduled();
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "second" }]);
  expect(await runsOf(harness, later.instanceId)).toMatchObject([{ state: "waiting", node_id: "wait" }]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("to go on into a journey that is not started on the channel is an error, waited for or not", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const elsewhere = await makeChannel(harness, owner);
  const inner = await startedJourney(harness, elsewhere, asking(), { name: "Inner" });
  const going = (wait: boolean) =>
    graphOf(
      {
        start: ["start"],
        run: ["runJourney", { journeyId: inner.automationId, wait }],
        well: say("Well"),
        sorry: say("{error.code}"),
      },
      ["start > run", `run.${wait ? "completed" : "next"} > well`, "run.error > sorry"],
    );
  const into = async (on: TestChannel, wait: boolean) => {
    await startedJourney(harness, on, going(wait), { keyword: `on ${wait}` });
    await deliver(harness, on, [saying(newPhone(), `on ${wait}`)]);
  };
  await into(channel, false);
  await expectSaid(harness, channel, ["journeyNotStarted"]);
  await into(channel, true);
  await expectSaid(harness, channel, ["journeyNotStarted", "journeyNotStarted"]);
  await into(elsewhere, false);
  await eventually(async () =>
    expect((await saidOn(harness, elsewhere)).toSorted()).toEqual(["Well", "Which card?"]),
  );
  await expectNoDrift(harness, owner.enterpriseId);
});
