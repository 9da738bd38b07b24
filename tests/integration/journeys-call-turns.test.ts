import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, expectSaid, newPhone, say } from "#tests/support/journey-talk.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { answerOutbound, forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { answerNames } from "#tests/support/push-service.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { createIntegration } from "#workers/contract/endpoints/integrations.ts";

/** Whose call of another system is made next, and for how long a run waits for its own. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
  answerNames();
});
afterEach(forgetOutbound);
const db = harness.env.TENANT_1;

const callsOf = ({ enterpriseId }: Person) =>
  rowsOf(harness, "SELECT key FROM run_calls WHERE enterprise_id = ?", enterpriseId);

let made = 0;
/** A started journey that calls an address. */
async function calling(owner: Person, url: string) {
  const { id: configId } = await owner.call(createIntegration, {
    body: { name: `System ${++made}`, authType: 2, data: { url }, secrets: {} },
  });
  const channel = await makeChannel(harness, owner);
  const graph = graphOf(
    {
      start: ["start"],
      call: ["http", { request: { authType: 2, configId, path: "/orders" }, timeoutSeconds: 60 }],
      ok: say("Ordered"),
      late: ["ask", { text: "Anything else?" }],
    },
    ["start > call", "call > ok", "call.timeout > late"],
  );
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "call it" });
  return { channel, instanceId };
}

test("an enterprise whose system hangs leaves lines to the others, and mails wait for nobody's system", async () => {
  const [slow, quick] = [await makePerson(harness), await makePerson(harness)];
  let answerAll = () => {};
  const held = new Promise<void>((resolve) => (answerAll = resolve));
  const hanging = answerOutbound("https://slow.company.com/", async () => {
    await held;
    return Response.json({});
  });
  answerOutbound("https://quick.company.com/", () => Response.json({}));
  try {
    const [theirs, ours] = [
      await calling(slow, "https://slow.company.com"),
      await calling(quick, "https://quick.company.com"),
    ];
    const people = Array.from({ length: 12 }, () => saying(newPhone(), "call it"));
    await deliver(harness, theirs.channel, people);
    await eventually(() => expect(hanging.requests.length).toBeGreaterThanOrEqual(4));
    await deliver(harness, ours.channel, [saying(newPhone(), "call it")]);
    await expectSaid(harness, ours.channel, ["Ordered"]);
    expect(hanging.requests.length).toBe(4);

    // A second one that hangs takes the last lines: a mail is a row of ours all the same.
    const third = await makePerson(harness);
    const also = await calling(third, "https://slow.company.com/also");
    await deliver(
      harness,
      also.channel,
      people.slice(0, 3).map(() => saying(newPhone(), "call it")),
    );
    await eventually(() => expect(hanging.requests.length).toBe(6));
    const mails = await makeChannel(harness, quick, { type: channelTypes.email });
    const mailing = await makeChannel(harness, quick);
    const graph = graphOf(
      { start: ["start"], mail: ["sendMail", { to: "a@shop.example", subject: "Hi", text: "Hello" }] },
      ["start > mail"],
    );
    await startedJourney(harness, mailing, graph, { keyword: "mail me" });
    await deliver(harness, mailing, [saying(newPhone(), "mail me")]);
    await eventually(async () =>
      expect(await rowsOf(harness, "SELECT id FROM messages WHERE channel_id = ?", mails.id)).toHaveLength(1),
    );
    expect(hanging.requests.length).toBe(6);
  } finally {
    answerAll();
  }
  await eventually(() => expect(hanging.requests.length).toBe(15));
  await eventually(async () => expect(await callsOf(slow)).toEqual([]));
});

test("a run waits on for a call that was not begun, and one that it has gone on without is not made", async () => {
  const owner = await makePerson(harness);
  const called = answerOutbound("https://shop.company.com/", () => Response.json({}));
  const { channel, instanceId } = await calling(owner, "https://shop.company.com");
  // As where operators have stopped calls, or thousands are before it.
  await db
    .prepare(
      `CREATE TRIGGER held_calls AFTER INSERT ON run_calls WHEN new.enterprise_id = '${owner.enterpriseId}' BEGIN
         UPDATE run_calls SET due_at = ${Number.MAX_SAFE_INTEGER} WHERE key = new.key; END`,
    )
    .run();
  try {
    await deliver(harness, channel, [saying(newPhone(), "call it")]);
    await eventually(async () =>
      expect(await runsOf(harness, instanceId)).toMatchObject([{ node_id: "call" }]),
    );
  } finally {
    await db.prepare("DROP TRIGGER held_calls").run();
  }
  const before = Date.now();
  await db
    .prepare("UPDATE runs SET wake_at = ?2, data = json_set(data, '$.wakeAt', ?2) WHERE instance_id = ?1")
    .bind(instanceId, before - 1)
    .run();
  await harness.scheduled();
  await eventually(async () => {
    const [run] = await runsOf(harness, instanceId);
    expect(run).toMatchObject({ node_id: "call", state: "waiting" });
    expect(run?.wake_at).toBeGreaterThan(before + 60_000);
  });
  // Somebody passes it over, as who resumes a paused journey may.
  await db.batch([
    db
      .prepare("UPDATE runs SET wake_at = NULL, data = json_set(data, '$.wakeAt', 1) WHERE instance_id = ?")
      .bind(instanceId),
    db
      .prepare(
        `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
         SELECT enterprise_id, 'skip:' || id, 'timer', '', id, seq, '{}', 1, ?2 FROM runs WHERE instance_id = ?1`,
      )
      .bind(instanceId, before * 2),
  ]);
  await harness.scheduled();
  await expectSaid(harness, channel, ["Anything else?"]);
  expect(await callsOf(owner)).toHaveLength(1);
  await db.prepare("UPDATE run_calls SET due_at = 0 WHERE enterprise_id = ?").bind(owner.enterpriseId).run();
  await harness.scheduled();
  await eventually(async () => expect(await callsOf(owner)).toEqual([]));
  expect(called.requests).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});
