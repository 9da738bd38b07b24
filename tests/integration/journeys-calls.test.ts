import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { newPhone } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  saidOn,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { knowledgeOf, serveShop } from "#tests/support/knowledge.ts";
import { makeBot } from "#tests/support/bot.ts";
import { playOpenAi } from "#tests/support/openai.ts";
import { type Answer, answerOutbound, forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { answerNames } from "#tests/support/push-service.ts";
import { driftOfRuns, runsOf, startedJourney } from "#tests/support/runs.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";

/** Calls that journeys make of the enterprise's own systems. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
  answerNames();
});
afterEach(forgetOutbound);

let made = 0;
const SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SHOP = "https://shop.company.com/api";

const integration = async (owner: Person, body: object): Promise<string> => {
  const { id } = await owner.call(integrationsApi.createIntegration, {
    body: { name: `System ${++made}`, ...body },
  });
  return id;
};
const webhook = (owner: Person, data: object = {}, secrets: Record<string, string> = {}) =>
  integration(owner, { authType: 2, data: { url: `${SHOP}?tenant=7`, ...data }, secrets });

/** A journey that calls, and tells what came of it: the answer's state, or the code of the failure. */
async function calling(owner: Person, request: object, more: object = {}) {
  const channel = await makeChannel(harness, owner);
  const say = (text: string): [string, object] => [
    "sendMessage",
    { variants: [{ channel: -1, content: { kind: "text", text } }] },
  ];
  const graph = graphOf(
    {
      start: ["start"],
      call: [
        "http",
        { request, answers: [{ variable: "answer", type: "expression", value: "http.body.state" }], ...more },
      ],
      ok: say("It is {vars.answer}"),
      elsewhere: say("Elsewhere"),
      late: say("Late"),
      sorry: say("{error.code}"),
    },
    ["start > call", "call > ok", "call.redirect > elsewhere", "call.timeout > late", "call.error > sorry"],
  );
  const journey = await startedJourney(harness, channel, graph, { keyword: "call it" });
  await deliver(harness, channel, [saying(newPhone(), "call it")]);
  return { channel, ...journey };
}

const expectSaid = async (channel: TestChannel, text: string) => {
  await eventually(async () => expect(await saidOn(harness, channel)).toEqual([text]));
  expect(await driftOfRuns(harness, channel.enterpriseId)).toEqual([]);
  expect(
    await rowsOf(harness, "SELECT key FROM run_calls WHERE enterprise_id = ?", channel.enterpriseId),
  ).toEqual([]);
};
const shop = (answer: Answer = () => Response.json({ state: "paid" })) => answerOutbound(SHOP, answer);

test("a webhook is called with its values, its secrets and one key, and its answer is used", async () => {
  const owner = await makePerson(harness);
  const configId = await webhook(
    owner,
    { auth: "signed", headers: [{ name: "X-Tenant", value: "seven" }] },
    { signingSecret: SIGNING },
  );
  const called = shop();
  const { channel, instanceId } = await calling(owner, {
    authType: 2,
    configId,
    method: "POST",
    path: "/orders/{contact.name}",
    query: [{ name: "q", value: "a&b" }],
    headers: [{ name: "X-Order", value: "4711" }],
    body: '{"who":"{contact.phoneNumber}"}',
  });
  await expectSaid(channel, "It is paid");
  const [request, ...again] = called.requests;
  if (!request) throw new Error("nobody called");
  expect(again).toEqual([]);
  const url = new URL(request.url);
  expect([url.origin, url.searchParams.get("tenant"), url.searchParams.get("q")]).toEqual([
    "https://shop.company.com",
    "7",
    "a&b",
  ]);
  expect(url.pathname).toMatch(/^\/api\/orders\//);
  const { headers } = request;
  const [run] = await runsOf(harness, instanceId);
  expect(headers.get("idempotency-key")).toMatch(new RegExp(`^${run?.id}:\\d+$`));
  expect([headers.get("x-tenant"), headers.get("x-order")]).toEqual(["seven", "4711"]);
  const body = await request.text();
  expect(JSON.parse(body)).toEqual({ who: expect.stringContaining("+9195") });
  const key = Buffer.from(SIGNING.slice("whsec_".length), "base64");
  const signed = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
  expect(headers.get("webhook-signature")).toBe(
    `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
  );
});

test("a call that failed for a passing reason is made again under the same key", async () => {
  const owner = await makePerson(harness);
  const configId = await webhook(owner);
  let tries = 0;
  const called = shop(() =>
    ++tries === 1 ? new Response("busy", { status: 503 }) : Response.json({ state: "paid" }),
  );
  const { channel } = await calling(
    owner,
    { authType: 2, configId, path: "/orders" },
    { retry: { most: 2, backoff: "fixed", seconds: 1 } },
  );
  await expectSaid(channel, "It is paid");
  const keys = called.requests.map(({ headers }) => headers.get("idempotency-key"));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

const PAUSED_MS = 2 * 86_400_000;
/** As it would be after a pause of two days. */
const AGED = [
  "UPDATE run_inbox SET at = at - ?2, until = until - ?2 WHERE enterprise_id = ?1",
  "UPDATE runs SET wake_at = min(wake_at + ?2, -1) WHERE enterprise_id = ?1 AND wake_at < 0",
];

test("a call that was made while its journey was paused for two days has its answer used, and is not made again", async () => {
  const owner = await makePerson(harness);
  const configId = await webhook(owner);
  let answer = (_: Response) => undefined as void;
  const called = shop(() => new Promise((resolve) => void (answer = resolve)));
  const { channel, automationId, instanceId } = await calling(owner, {
    authType: 2,
    configId,
    method: "POST",
    path: "/orders",
  });
  await eventually(() => expect(called.requests.length).toBe(1));
  const move = (action: "pause" | "resume") =>
    owner.call(instanceDoors.journey.move, { params: { id: automationId, instanceId }, body: { action } });
  await move("pause");
  answer(Response.json({ state: "paid" }));
  const lying = "SELECT 1 FROM run_inbox WHERE enterprise_id = ? AND kind = 'call' AND done_at IS NULL";
  await eventually(async () => expect(await rowsOf(harness, lying, channel.enterpriseId)).toHaveLength(1));
  await harness.env.TENANT_1.batch(
    AGED.map((sql) => harness.env.TENANT_1.prepare(sql).bind(channel.enterpriseId, PAUSED_MS)),
  );
  expect(await saidOn(harness, channel)).toEqual([]);
  await move("resume");
  await expectSaid(channel, "It is paid");
  expect(called.requests.length).toBe(1);
});

test("Appiyo is signed in to, and called with its token", async () => {
  const owner = await makePerson(harness);
  const configId = await integration(owner, {
    authType: 1,
    data: { baseUrl: "https://appiyo.company.com/v1", emailId: "bot@company.com" },
    secrets: { password: "CANARY-password" },
  });
  const signIn = answerOutbound("https://appiyo.company.com/v1/account/login", () =>
    Response.json({ status: true, response: { "authentication-token": "t0ken" } }),
  );
  const called = answerOutbound("https://appiyo.company.com/v1/process", () =>
    Response.json({ state: "run" }),
  );
  const { channel } = await calling(owner, { authType: 1, configId, path: "process/7" });
  await expectSaid(channel, "It is run");
  expect(signIn.requests.length).toBe(1);
  expect(called.requests.map(({ headers }) => headers.get("authentication-token"))).toEqual(["t0ken"]);
  signIn.remove();
  answerOutbound("https://appiyo.company.com/v1/account/login", () => Response.json({ status: false }));
  const refused = await calling(owner, { authType: 1, configId, path: "process/7" });
  await expectSaid(refused.channel, "signInRefused");
});

test("a language model is asked", async () => {
  const owner = await makePerson(harness);
  const configId = await integration(owner, { llm: 1, apikey: "canary key" });
  playOpenAi({ chat: ([{ content } = { content: "" }]) => `Re: ${content}` });
  const channel = await makeChannel(harness, owner);
  await startedJourney(
    harness,
    channel,
    graphOf(
      {
        start: ["start"],
        call: [
          "http",
          {
            request: { authType: 5, configId, prompt: "Hello" },
            answers: [{ variable: "answer", type: "expression", value: "http.body.text" }],
          },
        ],
        ok: [
          "sendMessage",
          { variants: [{ channel: -1, content: { kind: "text", text: "{vars.answer}" } }] },
        ],
      },
      ["start > call", "call > ok"],
    ),
    { keyword: "call it" },
  );
  await deliver(harness, channel, [saying(newPhone(), "call it")]);
  await expectSaid(channel, "Re: Hello");
});

const HUGE = "x".repeat(300 * 1024);

test.each<[string, { answer?: Answer; data?: object; request?: object; more?: object; said: string }]>([
  ["an answer of more than 256 kB", { answer: () => new Response(HUGE), said: "answerTooLarge" }],
  ["a way upwards", { request: { path: "/orders/../../secrets" }, said: "addressRefused" }],
  ["a way upwards in other letters", { request: { path: "/orders/%2E%2e/x" }, said: "addressRefused" }],
  [
    "a redirect, which nothing follows",
    {
      answer: () =>
        new Response(null, { status: 302, headers: { location: "https://elsewhere.company.com/" } }),
      said: "Elsewhere",
    },
  ],
  [
    "no answer in time",
    {
      answer: () => new Promise((resolve) => setTimeout(() => resolve(new Response("{}")), 1_500)),
      more: { timeoutSeconds: 1 },
      said: "Late",
    },
  ],
  ["a configuration that is gone", { request: { configId: "gone" }, said: "noConfig" }],
  ["a configuration of another kind", { request: { authType: 1 }, said: "noConfig" }],
  ["a status that says no", { answer: () => new Response("no", { status: 404 }), said: "http404" }],
])("%s has a way of its own", async (_, { answer, data, request, more, said }) => {
  const owner = await makePerson(harness);
  const configId = await webhook(owner, data);
  const called = shop(answer);
  const { channel } = await calling(owner, { authType: 2, configId, path: "/orders", ...request }, more);
  await expectSaid(channel, said);
  expect(called.requests.length).toBe(["addressRefused", "noConfig"].includes(said) ? 0 : 1);
});

test("a name that leads to a private address is not called, and another enterprise's configuration is none", async () => {
  const [owner, other] = [await makePerson(harness), await makePerson(harness)];
  const called = shop();
  const theirs = await calling(owner, { authType: 2, configId: await webhook(other), path: "/orders" });
  await expectSaid(theirs.channel, "noConfig");
  answerOutbound("https://cloudflare-dns.com/dns-query", (request) =>
    Response.json(
      new URL(request.url).searchParams.get("type") === "A"
        ? { Answer: [{ type: 1, data: "10.0.0.7" }] }
        : {},
    ),
  );
  const inside = await calling(owner, { authType: 2, configId: await webhook(owner), path: "/orders" });
  await expectSaid(inside.channel, "addressRefused");
  expect(called.requests).toEqual([]);
});

test("knowledge answers as the bot would, in words that the channel shows, and nothing found is a way of its own", async () => {
  const owner = await makePerson(harness);
  const { agentId: botId } = await makeBot(owner);
  serveShop({
    "/": `<h1>Delivery</h1><ul><li>We deliver parcels to Pune within two working days.</li></ul>`,
  });
  const knowledge = knowledgeOf(harness, owner);
  await knowledge.save(botId, ["https://www.shop.com/"]);
  await knowledge.built(botId);
  const asking = async (bot: string, question: string) => {
    const channel = await makeChannel(harness, owner);
    const graph = graphOf(
      {
        start: ["start"],
        look: ["knowledge", { botId: bot, question, say: true }],
        none: ["sendMessage", { variants: [{ channel: -1, content: { kind: "text", text: "Nothing" } }] }],
        sorry: [
          "sendMessage",
          { variants: [{ channel: -1, content: { kind: "text", text: "{error.code}" } }] },
        ],
      },
      ["start > look", "look.notFound > none", "look.error > sorry"],
    );
    await startedJourney(harness, channel, graph, { keyword: "look it up" });
    await deliver(harness, channel, [saying(newPhone(), "look it up")]);
    return channel;
  };
  await expectSaid(
    await asking(botId, "When do you deliver parcels to Pune?"),
    "• We deliver parcels to Pune within two working days.",
  );
  await expectSaid(await asking(botId, "Do zebras sing opera?"), "Nothing");
  await expectSaid(await asking("none", "When do you deliver?"), "noBot");
});

/** A database of a company's own, as libSQL's servers answer: each statement by what it is asked. */
const DATABASE = "https://db.company.com";
const library = (owner: Person, data: object = {}) =>
  integration(owner, {
    authType: 4,
    data: { type: "libSQL", host: "db.company.com", ...data },
    secrets: { token: "CANARY-db-token" },
  });
const ordersOf = (rows: unknown[][], cols = ["state"]) =>
  Response.json({
    baton: null,
    results: [
      {
        type: "ok",
        response: {
          type: "execute",
          result: {
            cols: cols.map((name) => ({ name })),
            rows,
            affected_row_count: 0,
            last_insert_rowid: null,
          },
        },
      },
      { type: "ok", response: { type: "close" } },
    ],
  });
const STATE = [{ variable: "answer", type: "expression", value: "http.body.rows[0].state" }];

test("a database is asked with values beside the statement, once, and its rows are used", async () => {
  const owner = await makePerson(harness);
  const configId = await library(owner);
  const called = answerOutbound(DATABASE, () => ordersOf([[{ type: "text", value: "packed" }]]));
  const { channel } = await calling(
    owner,
    {
      authType: 4,
      configId,
      statement: "SELECT state FROM orders WHERE name = ? AND key <> :call_key",
      values: [{ type: "expression", value: '"\'; DROP TABLE orders; --" + contact.name' }],
    },
    { answers: STATE },
  );
  await expectSaid(channel, "It is packed");
  const [request, ...again] = called.requests;
  expect(again).toEqual([]);
  expect([request?.url, request?.headers.get("authorization")]).toEqual([
    `${DATABASE}/v2/pipeline`,
    "Bearer CANARY-db-token",
  ]);
  if (!request) throw new Error("nobody asked");
  const { requests } = (await request.json()) as { requests: { stmt?: Record<string, unknown> }[] };
  expect(requests).toEqual([
    {
      type: "execute",
      stmt: {
        sql: "SELECT state FROM orders WHERE name = ? AND key <> :call_key",
        args: [{ type: "text", value: "'; DROP TABLE orders; --Asha" }],
        named_args: [
          {
            name: "call_key",
            value: { type: "text", value: expect.stringMatching(/^[\w-]+:\d+/) as string },
          },
        ],
      },
    },
    { type: "close" },
  ]);
});

test.each([
  [
    "a statement that the database refuses",
    () => Response.json({ results: [{ type: "error", error: { message: "no such table" } }] }),
    "database",
  ],
  ["what is no database", () => new Response("<html>"), "notLibSql"],
  [
    "an answer that is too long",
    () => ordersOf([[{ type: "text", value: "x".repeat(300_000) }]]),
    "answerTooLarge",
  ],
  ["a token that is refused", () => new Response("", { status: 401 }), "http401"],
])("%s leaves by the port of errors", async (_, answer, code) => {
  const owner = await makePerson(harness);
  answerOutbound(DATABASE, answer);
  const { channel } = await calling(
    owner,
    { authType: 4, configId: await library(owner), statement: "SELECT 1" },
    { answers: STATE },
  );
  await expectSaid(channel, code);
});

test("a private host and a MySQL database are not asked", async () => {
  const owner = await makePerson(harness);
  const called = answerOutbound(DATABASE, () => ordersOf([]));
  const mysql = await integration(owner, {
    authType: 4,
    data: { host: "db.company.com", database: "shop", user: "reader" },
    secrets: { password: "CANARY-db" },
  });
  const ask = (configId: string) =>
    calling(owner, { authType: 4, configId, statement: "SELECT 1" }, { answers: STATE });
  await expectSaid((await ask(mysql)).channel, "notByHttp");
  const config = await library(owner);
  answerOutbound("https://cloudflare-dns.com/dns-query", () =>
    Response.json({ Answer: [{ type: 1, data: "10.0.0.7" }] }),
  );
  await expectSaid((await ask(config)).channel, "addressRefused");
  expect(called.requests).toEqual([]);
});
