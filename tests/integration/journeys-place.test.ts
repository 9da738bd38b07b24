import { beforeEach, expect, test } from "vitest";
import { makeCustomer, makeGroup } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { newPhone } from "#tests/support/journey-talk.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { runsOf } from "#tests/support/runs.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";

/** Times without a zone and numbers without a country are those of the enterprise's own details. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

// The next 15 January that is at least a day away: a wait is a year at most.
const SOON = Date.now() + 86_400_000;
const THIS_YEAR = new Date(SOON).getUTCFullYear();
const YEAR = SOON < Date.UTC(THIS_YEAR, 0, 15) ? THIS_YEAR : THIS_YEAR + 1;
const NINE = `${YEAR}-01-15T09:00`;
const EIGHT_UTC = Date.parse(`${YEAR}-01-15T08:00:00Z`);

async function inBerlin(): Promise<Person> {
  const owner = await makePerson(harness);
  await harness.env.DIRECTORY.prepare(
    "UPDATE enterprises SET details = json_set(details, '$.timezone', 'Europe/Berlin', '$.country', 'DE') WHERE id = ?",
  )
    .bind(owner.enterpriseId)
    .run();
  return owner;
}
const asking = (group: string) =>
  graphOf(
    {
      start: [
        "start",
        {
          triggers: [
            { kind: "keyword", words: ["call me"] },
            { kind: "schedule", every: "day", clock: "09:00", audience: { of: "group", id: group } },
          ],
        },
      ],
      ask: [
        "ask",
        { text: "Your number?", answer: { kind: "phone" }, save: { to: "variable", name: "answer" } },
      ],
      wait: ["wait", { until: { kind: "time", at: { type: "static", value: NINE } } }],
    },
    ["start > ask", "ask > wait"],
  );

test("a wait, a schedule and a number mean the enterprise's own zone and country", async () => {
  const owner = await inBerlin();
  const channel = await makeChannel(harness, owner);
  const group = await makeGroup(owner);
  await makeCustomer(owner, { groups: [group] });
  const id = await publishedOne(owner, "journey", "Calls", asking(group));
  const { id: instanceId } = await owner.call(instanceDoors.journey.create, {
    params: { id },
    body: { channelId: channel.id },
  });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "call me")]);
  await eventually(async () => expect(await runsOf(harness, instanceId)).toMatchObject([{ node_id: "ask" }]));
  await deliver(harness, channel, [saying(who, "0171 2345678")]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ node_id: "wait", wake_at: EIGHT_UTC }]),
  );
  const [run] = await runsOf(harness, instanceId);
  expect((JSON.parse(run?.data ?? "{}") as { vars: object }).vars).toMatchObject({ answer: "+491712345678" });
  await eventually(async () => {
    const [timer] = await rowsOf<{ due_at: number }>(
      harness,
      "SELECT due_at FROM timers WHERE enterprise_id = ? AND kind = 'scheduledEntries' AND seq > 0",
      owner.enterpriseId,
    );
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
    expect(timer && clock.format(timer.due_at)).toBe("09:00");
  });
});

test("a test beside the canvas waits by the enterprise's own zone", async () => {
  const owner = await inBerlin();
  const graph = graphOf(
    { start: ["start"], wait: ["wait", { until: { kind: "time", at: { type: "static", value: NINE } } }] },
    ["start > wait"],
  );
  const tried = await owner.call(automationDoors.journey.try, {
    body: {
      graph,
      channelType: 4,
      customer: { name: "Asha", phone: "" },
      run: null,
      act: { kind: "start" },
      now: Date.now(),
    },
  });
  expect((tried.run as { wakeAt: number }).wakeAt).toBe(EIGHT_UTC);
});
