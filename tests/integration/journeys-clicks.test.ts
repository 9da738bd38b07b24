import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectLastSaid, expectNoDrift, newPhone, say } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saidOn,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makeTemplate } from "#tests/support/public-sending.ts";
import { makePerson } from "#tests/support/people.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { tidyRunLinks } from "#workers/domain/links/run-links.ts";

/** Journeys that wait until somebody opens a link of theirs. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const PAGE = "https://shop.example/cart/17?of=chat";
const PERSON = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

const open = (path: string, init: RequestInit = {}) =>
  harness.fetch(path, { ...init, headers: { "user-agent": PERSON, ...init.headers } });

const WAIT: [string, object] = [
  "waitFor",
  { events: [{ id: "c", kind: "click", of: "hello" }], timeout: { amount: 1, unit: "hours" } },
];
const awaiting = (wait = WAIT) =>
  graphOf(
    {
      start: ["start"],
      hello: say(`Your cart: ${PAGE}.`),
      wait,
      opened: say("It is open"),
      late: say("Never opened"),
    },
    ["start > hello", "hello > wait", "wait.event:c > opened", "wait.timeout > late"],
  );

async function begin(graph: ReturnType<typeof graphOf>, given?: TestChannel) {
  const owner = await makePerson(harness);
  const channel = given ?? (await makeChannel(harness, owner));
  const phone = newPhone();
  const journey = await startedJourney(harness, channel, graph, { keyword: "start it" });
  await deliver(harness, channel, [saying(phone, "start it")]);
  return { owner, channel, phone, ...journey };
}
const waitingAt = (instanceId: string, nodeId: string) =>
  eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: nodeId }]),
  );
const linksOf = (enterpriseId: string) =>
  rowsOf<{ token: string; url: string; clicked_at: number | null }>(
    harness,
    "SELECT token, url, clicked_at FROM run_links WHERE enterprise_id = ?",
    enterpriseId,
  );

test("a click carries the run on, once, however often the link is opened", async () => {
  const { owner, channel, instanceId } = await begin(awaiting());
  await waitingAt(instanceId, "wait");
  const [said] = await saidOn(harness, channel);
  const path = /^Your cart: http:\/\/127\.0\.0\.1:8787(\/l\/[0-9A-Za-z]{24})\.$/.exec(said ?? "")?.[1] ?? "";
  const [first, second] = await Promise.all([open(path), open(path)]);
  for (const response of [first, second, await open(path)]) {
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(PAGE);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
  await expectLastSaid(harness, channel, said ?? "", "It is open");
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed", seq: 5 }]);
  const heard = await rowsOf(
    harness,
    "SELECT event_id FROM run_inbox WHERE enterprise_id = ? AND instr(event_id, ':clicked:') > 0",
    owner.enterpriseId,
  );
  expect(heard.length).toBe(1);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("previews are no click; a link of nobody's, too old or no page leads nowhere", async () => {
  const { owner, channel, instanceId } = await begin(awaiting());
  await waitingAt(instanceId, "wait");
  const [{ token } = { token: "" }] = await linksOf(owner.enterpriseId);
  const ways: RequestInit[] = [
    { headers: { "user-agent": "WhatsApp/2.23.20.0 A" } },
    { headers: { "sec-purpose": "prefetch" } },
    { method: "HEAD" },
  ];
  for (const init of ways) expect((await open(`/l/${token}`, init)).status).toBe(302);
  const other = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
  expect((await open(`/l/${other}`)).status).toBe(404);
  const sql = (text: string) => db.prepare(text).bind(token).run();
  await sql("UPDATE run_links SET until = 1 WHERE token = ?");
  expect((await open(`/l/${token}`)).status).toBe(404);
  await sql("UPDATE run_links SET until = 9e15, url = 'javascript:alert(1)' WHERE token = ?");
  expect((await open(`/l/${token}`)).status).toBe(404);
  expect(await linksOf(owner.enterpriseId)).toMatchObject([{ clicked_at: null }]);
  await waitingAt(instanceId, "wait");
  // Links that no longer lead anywhere go by night.
  await sql("UPDATE run_links SET until = 1 WHERE token = ?");
  await tidyRunLinks({ $client: db }, owner.enterpriseId, Date.now());
  expect(await linksOf(owner.enterpriseId)).toEqual([]);
  expect((await saidOn(harness, channel)).length).toBe(1);
});

test("who opened the link before the run waits for it is heard when it does", async () => {
  const graph = graphOf(
    {
      start: ["start"],
      hello: say(`Your cart: ${PAGE}`),
      later: ["ask", { text: "Go on?" }],
      wait: WAIT,
      opened: say("It is open"),
    },
    ["start > hello", "hello > later", "later > wait", "wait.event:c > opened"],
  );
  const { owner, channel, phone, instanceId } = await begin(graph);
  await waitingAt(instanceId, "later");
  const [{ token } = { token: "" }] = await linksOf(owner.enterpriseId);
  await open(`/l/${token}`);
  await eventually(async () =>
    expect(await linksOf(owner.enterpriseId)).toMatchObject([{ clicked_at: expect.any(Number) as number }]),
  );
  await waitingAt(instanceId, "later");
  await deliver(harness, channel, [saying(phone, "yes")]);
  await expectLastSaid(harness, channel, "Go on?", "It is open");
  await expectNoDrift(harness, owner.enterpriseId);
});

test("who never opens it leaves by the time, and a click afterwards leads there and begins nothing", async () => {
  const { owner, channel } = await begin(
    awaiting([WAIT[0], { ...WAIT[1], timeout: { amount: 1, unit: "seconds" } }]),
  );
  await expectLastSaid(harness, channel, "Never opened");
  const [{ token } = { token: "" }] = await linksOf(owner.enterpriseId);
  expect((await open(`/l/${token}`)).headers.get("location")).toBe(PAGE);
  await eventually(async () =>
    expect(await linksOf(owner.enterpriseId)).toMatchObject([{ clicked_at: expect.any(Number) as number }]),
  );
  // The click is heard beside the redirect, and what is heard is done with in its own time.
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT * FROM run_inbox WHERE enterprise_id = ? AND done_at IS NULL",
        owner.enterpriseId,
      ),
    ).toEqual([]),
  );
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a template's values and button, and a mail, have such links as well", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const mail = await makeChannel(harness, owner, { type: channelTypes.email });
  const { id: templateId } = await makeTemplate(harness, channel, {
    components: {
      body: { text: "News: {{1}}" },
      buttons: [{ type: "URL", text: "Open", value: "http://127.0.0.1:8787/l/{{1}}" }],
    },
  });
  const graph = graphOf(
    {
      start: ["start"],
      hello: [
        "sendTemplate",
        {
          templateId,
          mapping: [
            { variable: "body/1", type: "static", value: `See ${PAGE}` },
            { variable: "buttons.0/1", type: "expression", value: '"https://shop.example/" + "shoes"' },
          ],
        },
      ],
      wait: WAIT,
      mail: [
        "sendMail",
        { channelId: mail.id, to: "asha@example.test", subject: "Cart", text: `Go to ${PAGE}` },
      ],
      wait2: ["waitFor", { events: [{ id: "c", kind: "click" }], timeout: { amount: 1, unit: "hours" } }],
      opened: say("Both are open"),
    },
    ["start > hello", "hello > wait", "wait.event:c > mail", "mail > wait2", "wait2.event:c > opened"],
  );
  const { instanceId } = await begin(graph, channel);
  await waitingAt(instanceId, "wait");
  const links = await linksOf(owner.enterpriseId);
  expect(links.map(({ url }) => url).toSorted()).toEqual([PAGE, "https://shop.example/shoes"]);
  const [sent] = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM messages WHERE channel_id = ? AND kind = 'template'",
    channel.id,
  );
  const shoes = links.find(({ url }) => url !== PAGE)?.token ?? "";
  expect(JSON.parse(sent?.body ?? "{}")).toMatchObject({ buttons: [{ value: shoes }] });
  await open(`/l/${shoes}`);
  await waitingAt(instanceId, "wait2");
  const mailed = await eventually(async () => {
    const [row] = await rowsOf<{ text: string }>(
      harness,
      "SELECT body ->> '$.text' AS text FROM messages WHERE channel_id = ?",
      mail.id,
    );
    return /\/l\/[0-9A-Za-z]{24}$/.exec(row?.text ?? "")?.[0] ?? expect.fail("no link in the mail yet");
  });
  expect((await open(mailed)).headers.get("location")).toBe(PAGE);
  await expectLastSaid(harness, channel, "Both are open");
  await expectNoDrift(harness, owner.enterpriseId);
});
