import { expect, test } from "vitest";
import { answerIn, pipelineOf } from "#workers/outbound/hrana.ts";

test("values stand beside the statement, each as its own kind", () => {
  const sql = "SELECT * FROM orders WHERE id = ?";
  expect(
    JSON.parse(pipelineOf(sql, ["'; DROP TABLE orders", 7, 1.5, true, null], { call_key: "k" })),
  ).toEqual({
    requests: [
      {
        type: "execute",
        stmt: {
          sql,
          args: [
            { type: "text", value: "'; DROP TABLE orders" },
            { type: "integer", value: "7" },
            { type: "float", value: 1.5 },
            { type: "integer", value: "1" },
            { type: "null" },
          ],
          named_args: [{ name: "call_key", value: { type: "text", value: "k" } }],
        },
      },
      { type: "close" },
    ],
  });
});

test("rows are read by their columns' names; what a number can't hold stays a text", () => {
  const result = {
    cols: [{ name: "id" }, { name: null }, { name: "big" }, { name: "bytes" }, { name: "none" }],
    rows: [
      [
        { type: "integer", value: "7" },
        { type: "float", value: 0.5 },
        { type: "integer", value: "9007199254740993" },
        { type: "blob", base64: "AAE=" },
        { type: "null" },
      ],
    ],
    affected_row_count: 2,
  };
  expect(
    answerIn(JSON.stringify({ results: [{ type: "ok", response: { type: "execute", result } }] })),
  ).toEqual({
    ok: true,
    rows: [{ id: 7, column2: 0.5, big: "9007199254740993", bytes: "AAE=", none: null }],
    affected: 2,
  });
});

test.each([
  [
    '{"results":[{"type":"error","error":{"message":"no such table: orders"}}]}',
    { ok: false, message: "no such table: orders" },
  ],
  ["", undefined],
  ["<html>", undefined],
  ["{}", undefined],
  ['{"results":[{"type":"ok"}]}', undefined],
  ['{"results":[{"type":"ok","response":{"result":{"cols":1,"rows":[]}}}]}', undefined],
])("what a server answers otherwise: %s", (text, expected) => {
  expect(answerIn(text)).toEqual(expected);
});
