import { expect, test } from "vitest";
import type { BodyOf } from "#workers/contract/message-body.ts";
import { components } from "#workers/contract/templates/template.ts";
import { databaseOfRunCode, newRunCode, readCode } from "#workers/domain/links/codes.ts";
import { Marker } from "#workers/domain/links/mark.ts";
import { validate } from "#workers/domain/flow/validate.ts";
import { fields, flowOf, graphOf } from "#tests/support/flow.ts";

const ORIGIN = "https://go.example";
const marker = (origins: string[] = []) => new Marker({ database: "TENANT_1", origin: ORIGIN, origins });
const SHORT = /https:\/\/go\.example\/l\/[0-9A-Za-z]{24}/g;

test("a run's code is none of a broadcast's, and says its database", () => {
  for (const database of ["TENANT_1", "TENANT_2"] as const) {
    const code = newRunCode(database);
    expect(databaseOfRunCode(code)).toBe(database);
    expect(readCode(code)).toBeUndefined();
  }
  for (const wrong of ["", "0", "1".repeat(24), `0z${"a".repeat(22)}`, `${newRunCode("TENANT_1")}a`])
    expect(databaseOfRunCode(wrong)).toBeUndefined();
});

test("addresses of words and buttons become links of the message's own, the same one once", () => {
  const mark = marker();
  const body = mark.inBody({
    kind: "buttons",
    text: "See https://shop.example/a?b=c, or (https://shop.example/a?b=c).",
    buttons: [
      { kind: "url", url: "https://shop.example/b", label: "Open" },
      { kind: "reply", token: "t", label: "No" },
    ],
  }) as BodyOf<"buttons">;
  const [first, second, ...more] = body.text.match(SHORT) ?? [];
  expect([first, more]).toEqual([second, []]);
  expect(body.text.replaceAll(SHORT, "*")).toBe("See *, or (*).");
  expect(body.buttons).toEqual([
    { kind: "url", url: expect.stringMatching(SHORT) as string, label: "Open" },
    { kind: "reply", token: "t", label: "No" },
  ]);
  expect(mark.marked.map(({ url }) => url)).toEqual(["https://shop.example/a?b=c", "https://shop.example/b"]);
});

test("what is a short link, or no address, stays as it is", () => {
  const mark = marker(["https://ours.example"]);
  for (const text of ["https://go.example/l/abc", "https://ours.example/l/abc", "nothing", "http://"])
    expect(mark.inText(text)).toBe(text);
  expect(mark.marked).toEqual([]);
});

test("of a template's values words and the end of our own address lead here, no other end", () => {
  const mark = marker();
  const parts = components.parse({
    body: { text: "News: {{1}}" },
    buttons: [
      { type: "URL", text: "Open", value: `${ORIGIN}/l/{{1}}` },
      { type: "URL", text: "Shop", value: "https://shop.example/{{1}}" },
    ],
  });
  const values = {
    "body/1": "https://shop.example/x",
    "buttons.0/1": encodeURIComponent("https://shop.example/y"),
    "buttons.1/1": "https://shop.example/z",
  };
  expect(mark.inValues(parts, values)).toEqual({
    "body/1": expect.stringMatching(SHORT) as string,
    "buttons.0/1": expect.stringMatching(/^0[0-9A-Za-z]{23}$/) as string,
    "buttons.1/1": "https://shop.example/z",
  });
  expect(mark.marked.map(({ url }) => url)).toEqual(["https://shop.example/x", "https://shop.example/y"]);
});

const say = (text: string): [string, object] => [
  "sendMessage",
  { variants: [{ channel: -1, content: { kind: "text", text } }] },
];
const waitsFor = (kind: string, of?: string): [string, object] => [
  "waitFor",
  { events: [{ id: "c", kind, ...(of !== undefined && { of }) }], timeout: { amount: 1, unit: "hours" } },
];
const drawn = (text: string, kind = "click", of: string | undefined = "hello") =>
  [
    { start: ["start"], hello: say(text), wait: waitsFor(kind, of) },
    ["start > hello", "hello > wait"],
  ] as const;

test.each([
  ["Come in", "click", ["noLink wait events.0.of"]],
  ["Come to https://shop.example", "click", []],
  ["Come to {contact.email}", "click", []],
  ["Come in", "delivered", []],
])("“%s” and a wait for %s: %j", (text, kind, expected) => {
  const [nodes, edges] = drawn(text, kind);
  const found = validate(graphOf(nodes as never, edges), { fields, properties: new Map() });
  expect(
    found.flatMap(({ code, node, field }) => (code === "noLink" ? [`${code} ${node} ${field}`] : [])),
  ).toEqual(expected);
});

test("only what a wait for a click names has links, and everything where it names nothing", () => {
  const clickedOf = (...given: Parameters<typeof drawn>) => {
    const [nodes, edges] = drawn(...given);
    const { all, nodes: named } = flowOf(nodes as never, edges).clicked;
    return { all, named: [...named] };
  };
  expect(clickedOf("Hi")).toEqual({ all: false, named: ["hello"] });
  expect(clickedOf("Hi", "read")).toEqual({ all: false, named: [] });
  const [nodes] = drawn("Hi");
  const latest = flowOf({ ...nodes, wait: waitsFor("click") } as never, []).clicked;
  expect(latest.all).toBe(true);
});
