import { expect, test } from "vitest";
import { DAY, MINUTE, NOW, one, Played } from "#tests/support/flow.ts";
import { PAYMENT_GRACE_MS } from "#workers/domain/flow/nodes/payment.ts";

const call = {
  request: {
    authType: 2,
    configId: "a1",
    method: "POST",
    path: "/orders/{contact.name}",
    query: [{ name: "q", value: "{contact.age}" }],
    body: '{{"name": "{contact.name}"}}',
  },
};
const ports = ["next", "redirect", "clientError", "serverError", "timeout", "error"];

test("a call is an intent with its values, and its answer is mapped into variables", () => {
  const it = one(
    "http",
    { ...call, answers: [{ variable: "total", type: "expression", value: "http.body.items.size()" }] },
    ports,
  );
  it.start();
  expect(it.effects).toMatchObject([
    {
      kind: "http",
      key: "r1:2",
      idempotencyKey: "r1:2",
      timeoutMs: 10_000,
      mostBytes: 262_144,
      call: { method: "POST", path: "/orders/Asha", query: [["q", "30"]], body: '{"name": "Asha"}' },
    },
  ]);
  it.result({ ok: true, status: 200, data: { items: [1, 2] } });
  expect([it.run.vars["total"], it.path.at(-1), it.run.heard.http]).toEqual([2, "at-next", undefined]);
});

test.each([
  [302, "at-redirect"],
  [404, "at-clientError"],
  [503, "at-serverError"],
])("an answer with status %i leaves by the port of its class", (status, end) => {
  const it = one("http", call, ports);
  it.start();
  it.result({ ok: false, code: "status", retryable: false, status });
  expect(it.path.at(-1)).toBe(end);
});

test("no answer is a time-out, whoever says so, and a broken call an error", () => {
  const told = one("http", call, ports);
  told.start();
  told.result({ ok: false, code: "timeout", retryable: true });
  expect(told.path.at(-1)).toBe("at-timeout");
  const lost = one("http", call, ports);
  lost.start();
  expect(lost.wake().steps[0]).toMatchObject({ port: "timeout", outcome: "timeout" });
  const broken = one("http", call, ports);
  broken.start();
  broken.result({ ok: false, code: "refusedAddress", retryable: false });
  expect(broken.path.at(-1)).toBe("at-error");
});

test("an answer that is too large, or that cannot be mapped, is an error; a pinned one stands in, in tests only", () => {
  const large = one("http", call, ports);
  large.start();
  large.result({ ok: true, status: 200, data: "x".repeat(300_000) });
  expect(large.all[1]?.steps[0]?.out).toMatchObject({ code: "answerTooLarge" });
  const pinned = one(
    "http",
    {
      ...call,
      mock: { status: 200, body: { n: 4 } },
      answers: [{ variable: "total", type: "expression", value: "http.body.n" }],
    },
    ports,
  );
  const tested = new Played(pinned.flow, { test: true });
  tested.start();
  expect([tested.run.vars["total"], tested.effects]).toEqual([4, []]);
  pinned.start();
  expect(pinned.effects).toHaveLength(1);
  pinned.result({ ok: true, status: 200, data: {} });
  expect(pinned.path.at(-1)).toBe("at-error");
});

test("a header keeps to its line, and none that says who calls can be set", () => {
  const withHeader = (name: string) => ({
    request: { authType: 1, configId: "a1", headers: [{ name, value: "{contact.name}" }] },
  });
  const it = new Played(one("http", withHeader("X-Name"), ["next"]).flow, {
    contact: { name: "A\r\nCookie: 1" },
  });
  it.start();
  expect(it.effects).toMatchObject([{ call: { headers: [["X-Name", "A Cookie: 1"]] } }]);
  const own = one("http", withHeader("Authorization"), ["next"]);
  own.start();
  expect(own.run.reason?.code).toBe("brokenNode");
});

test("a database and a language model are asked by the same intent", () => {
  const sql = one(
    "http",
    {
      request: {
        authType: 4,
        configId: "d1",
        statement: "SELECT ?",
        values: [{ type: "column", value: "contact.age" }],
      },
    },
    ["next"],
  );
  sql.start();
  expect(sql.effects).toMatchObject([{ call: { authType: 4, values: [30] } }]);
  const model = one("http", { request: { authType: 5, configId: "g1", prompt: "Sum up {contact.name}" } }, [
    "next",
  ]);
  model.start();
  expect(model.effects).toMatchObject([{ call: { authType: 5, prompt: "Sum up Asha" } }]);
});

test("a bot has the floor until one of its chosen intents, a hand-over, or the end of its time", () => {
  const data = { botId: "b1", intents: [{ id: "buy", label: "Buy" }] };
  const it = one("bot", data, ["intent:buy", "handedOver", "gaveUp"]);
  it.start();
  expect(it.effects).toMatchObject([
    { kind: "bot", botId: "b1", intents: ["buy"], until: NOW + 30 * MINUTE },
  ]);
  expect(it.event({ kind: "bot", key: "r1:2", what: "intent", intentId: "weather" }).used).toBe(false);
  it.event({ kind: "bot", key: "r1:2", what: "intent", intentId: "buy" });
  expect(it.path.at(-1)).toBe("at-intent-buy");
  const late = one("bot", data, ["gaveUp"]);
  late.start();
  late.wake();
  expect([late.path.at(-1), late.effects.at(-1)]).toMatchObject([
    "at-gaveUp",
    { kind: "endBot", of: "r1:2" },
  ]);
});

test("knowledge is said and kept, or not found", () => {
  const data = {
    botId: "b1",
    question: "Where is {property.shop}?",
    save: { to: "variable", name: "answer" },
  };
  const it = one("knowledge", data, ["answered", "notFound"]);
  it.start();
  expect(it.effects).toMatchObject([{ kind: "knowledge", question: "Where is Lotus?" }]);
  it.result({ ok: true, data: { answer: "In Pune" } });
  expect([it.said, it.run.vars["answer"], it.path.at(-1)]).toEqual([["In Pune"], "In Pune", "at-answered"]);
  const none = one("knowledge", data, ["answered", "notFound"]);
  none.start();
  none.result({ ok: true, data: { answer: "" } });
  expect(none.path.at(-1)).toBe("at-notFound");
});

test("a chat is handed over within the hours, and waited for where that is wanted", () => {
  const week = Array.from({ length: 7 }, () => ({ from: "09:00", until: "18:00" }));
  const open = { timezone: "Asia/Kolkata", week, holidays: [] };
  const it = one("handOver", { departmentId: "d1", note: "About {contact.name}", wait: true }, [
    "next",
    "outsideHours",
    "notPicked",
  ]);
  const played = new Played(it.flow, { hours: open });
  played.start();
  expect(played.effects).toMatchObject([{ kind: "handOver", departmentId: "d1", note: "About Asha" }]);
  played.event({ kind: "chat", key: "r1:2", what: "picked" });
  expect(played.run.state).toBe("waiting");
  played.event({ kind: "chat", key: "r1:2", what: "closed" });
  expect(played.path.at(-1)).toBe("at-next");
  const closed = new Played(it.flow, { hours: { ...open, timezone: "Pacific/Auckland" } });
  closed.start();
  expect([closed.effects, closed.path.at(-1)]).toEqual([[], "at-outsideHours"]);
  const missed = new Played(it.flow, { hours: open });
  missed.start();
  missed.event({ kind: "chat", key: "r1:2", what: "missed" });
  expect(missed.path.at(-1)).toBe("at-notPicked");
  const alone = one("handOver", {}, ["next"]);
  alone.start();
  expect(alone.run.state).toBe("completed");
});

test("a payment is asked for, sent as a link, and paid or not", () => {
  const data = {
    amount: { type: "static", value: 500 },
    currency: "INR",
    description: "Order",
    text: "Pay here: {payment.url}",
    save: "thing",
  };
  const it = one("payment", data, ["paid", "expired", "cancelled", "error"]);
  it.start();
  expect(it.effects).toMatchObject([{ kind: "payment", amount: 500, currency: "INR", until: NOW + DAY }]);
  it.result({ ok: true, data: { url: "https://pay.test/1" } });
  expect([it.said, it.run.waits]).toMatchObject([
    ["Pay here: https://pay.test/1"],
    [{ kind: "payment", key: "r1:2" }],
  ]);
  it.event({ kind: "payment", key: "r1:2", status: "paid", data: { id: "p1" } });
  const kept = {
    ...{ amount: 500, currency: "INR", status: "paid" },
    ...{ url: "https://pay.test/1", id: "p1" },
  };
  expect([it.path.at(-1), it.run.vars["thing"]]).toEqual(["at-paid", kept]);
  const late = one("payment", data, ["expired"]);
  late.start();
  late.result({ ok: true, data: { url: "https://pay.test/1" } });
  // The gateway has the last word about the last second.
  expect(late.run.wakeAt).toBe(NOW + DAY + PAYMENT_GRACE_MS);
  late.wake();
  expect(late.path.at(-1)).toBe("at-expired");
  const nothing = one("payment", { ...data, amount: { type: "column", value: "contact.city" } }, ["error"]);
  nothing.start();
  expect([nothing.path.at(-1), nothing.effects]).toEqual(["at-error", []]);
});
