import { expect, test } from "vitest";
import { offersOf, type FreeAgent, type WaitingChat } from "#workers/domain/chats/offers.ts";

const chat = (id: string, waitingSince: number, rest: Partial<WaitingChat> = {}): WaitingChat => ({
  id,
  departmentId: null,
  waitingSince,
  not: new Set(),
  ...rest,
});
const agent = (uId: string, load = 0, offeredAt = 0): FreeAgent => ({ uId, load, offeredAt });
const offers = (
  chats: WaitingChat[],
  agents: FreeAgent[],
  {
    assignment = "roundRobin",
    capacity = null,
    members = {},
  }: {
    assignment?: "roundRobin" | "balanced";
    capacity?: number | null;
    members?: Record<string, string[]>;
  } = {},
) =>
  offersOf(chats, agents, {
    assignment,
    capacity,
    membersOf: (id) => (members[id] ? new Set(members[id]) : undefined),
  }).map(({ chat: { id }, uId }) => [id, uId]);

test("who waits longest is offered first, to everybody in turn", () => {
  const agents = [agent("a", 3, 10), agent("b", 0, 30), agent("c", 9, 20)];
  expect(offers([chat("late", 9), chat("first", 1), chat("then", 5), chat("last", 12)], agents)).toEqual([
    ["first", "a"],
    ["then", "c"],
    ["late", "b"],
    ["last", "a"],
  ]);
});

test("balanced, whoever has the fewest is next, and among equals who was offered one longest ago", () => {
  const agents = [agent("a", 2, 0), agent("b", 0, 30), agent("c", 0, 20)];
  expect(
    offers(
      [1, 2, 3, 4].map((at) => chat(`${at}`, at)),
      agents,
      { assignment: "balanced" },
    ),
  ).toEqual([
    ["1", "c"],
    ["2", "b"],
    ["3", "c"],
    ["4", "b"],
  ]);
});

test("nobody is offered more than they can handle, and a chat that nobody can take holds up no other", () => {
  const members = { sales: ["a"], empty: [] as string[] };
  const chats = [
    chat("1", 1, { departmentId: "sales" }),
    chat("2", 2, { departmentId: "sales" }),
    chat("3", 3, { departmentId: "empty" }),
    chat("4", 4, { departmentId: "nobody's" }),
    chat("5", 5, { not: new Set(["b"]) }),
    chat("6", 6),
  ];
  expect(offers(chats, [agent("a", 1), agent("b", 0, 5)], { capacity: 2, members })).toEqual([
    ["1", "a"],
    ["4", "b"],
    ["6", "b"],
  ]);
});

test("who had the customer's last chat is offered the next one first, while they are there and have room", () => {
  const agents = [agent("a", 0, 0), agent("b", 1, 90)];
  expect(offers([chat("1", 1, { last: "b" })], agents)).toEqual([["1", "b"]]);
  expect(offers([chat("1", 1, { last: "b" })], agents, { assignment: "balanced" })).toEqual([["1", "b"]]);
  for (const otherwise of [
    offers([chat("1", 1, { last: "gone" })], agents),
    offers([chat("1", 1, { last: "b" })], agents, { capacity: 1 }),
    offers([chat("1", 1, { last: "b", not: new Set(["b"]) })], agents),
    offers([chat("1", 1, { last: "b", departmentId: "sales" })], agents, { members: { sales: ["a"] } }),
  ])
    expect(otherwise).toEqual([["1", "a"]]);
});
