import { expect, test } from "vitest";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { numbered, ratedOf } from "#workers/contract/message-numbers.ts";

const message = (seq: number, more: Partial<ChangedMessage>): ChangedMessage => ({
  id: `m${seq}`,
  seq,
  direction: "out",
  by: "person",
  byId: "asha",
  vendorId: null,
  status: "sent",
  code: null,
  reason: null,
  at: seq,
  sendAt: null,
  sentAgain: false,
  body: { kind: "text", text: "x" },
  ...more,
});

test("what became of a message has the specification's numbers, with the vendor's code and reason", () => {
  for (const [status, messageStatus, deliveryStatus] of [
    ["queued", 1, null],
    ["unknown", 1, null],
    ["sent", 1, null],
    ["delivered", 1, 1],
    ["read", 2, 2],
    ["failed", 1, 3],
    ["expired", 1, 3],
    ["cancelled", 1, null],
  ] as const)
    expect(numbered([message(1, { status })], 0), status).toMatchObject([{ messageStatus, deliveryStatus }]);
  expect(numbered([message(1, { status: "failed", code: "470", reason: "Too late" })], 0)).toMatchObject([
    { channelErrorCode: "470", channelErrorDesc: "Too late" },
  ]);
  expect(numbered([message(1, {})], 0)).toMatchObject([{ channelErrorCode: "", channelErrorDesc: "" }]);
});

test("a message's parts have the specification's names, and its kind the number of the action", () => {
  const [began, replied, answered, lost, file] = numbered(
    [
      message(1, { direction: "in", by: "customer", byId: "i", status: "received", at: 0 }),
      message(2, { direction: "in", by: "customer", status: "received", body: null }),
      message(3, { status: "delivered" }),
      message(4, { status: "failed" }),
      message(5, { body: { kind: "image", medium: { fileId: "f", name: "a.png" }, caption: "look" } }),
    ],
    0,
  );
  expect(began).toMatchObject({
    ...{ actionId: "m1", actionType: 0, actionBy: "i", actedOn: "1970-01-01T00:00:00.000Z", message: "x" },
    attachment: null,
  });
  expect(replied).toMatchObject({ actionType: 1, message: "" });
  expect([answered?.actionType, lost?.actionType]).toEqual([3, 12]);
  expect(file).toMatchObject({ actionType: 3, message: "look", attachment: { fileId: "f", name: "a.png" } });
});

test("of the customer's words the last ones are unread, as many as the chat says; a reaction is none", () => {
  const inbound = { direction: "in", by: "customer", status: "received" } as const;
  const all = numbered(
    [
      message(1, inbound),
      message(2, {}),
      message(3, inbound),
      message(4, { ...inbound, body: { kind: "reaction", to: "m2", emoji: "👍" } }),
    ],
    1,
  );
  expect(all.map(({ messageStatus, deliveryStatus }) => [messageStatus, deliveryStatus])).toEqual([
    [2, null],
    [1, null],
    [0, null],
    [2, null],
  ]);
});

test("a rating is the action of a rating: chosen, filled in, or the number that a closed chat ends with", () => {
  const said = (seq: number, body: ChangedMessage["body"]) =>
    message(seq, { direction: "in", by: "customer", status: "received", body });
  const five = { kind: "text", text: "5" } as const;
  const typesOf = (messages: ChangedMessage[], rated: number | null) =>
    numbered(messages, 0, rated).map(({ actionType }) => actionType);
  expect(
    typesOf([message(1, {}), said(2, { kind: "formAnswer", token: "rating:2", label: "2" })], null),
  ).toEqual([3, 7]);
  expect(typesOf([message(1, {}), said(2, five), said(3, five)], 5)).toEqual([3, 1, 7]);
  expect(typesOf([message(1, {}), said(2, five), said(3, five)], null)).toEqual([3, 1, 1]);
  expect(typesOf([message(1, {}), said(2, five), said(3, five)], 4)).toEqual([3, 1, 1]);
  expect([ratedOf({ state: 3, rating: 4 }), ratedOf({ state: 2, rating: 4 })]).toEqual([4, null]);
});
