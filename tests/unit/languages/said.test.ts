import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { payloadSaid } from "#workers/api/in-language/payload.ts";
import { isSaid, said } from "#workers/contract/said.ts";

const loud = (sentence: string) => sentence.toUpperCase();

test("what the contract calls said is said wherever it stands, and nothing else of a payload changes", () => {
  const row = z.object({
    name: z.string(),
    reason: said().nullable(),
    more: z.object({ hint: said() }).optional(),
  });
  const schema = z.object({
    rows: z.array(row),
    by: z.record(z.string(), said("Why")),
    kind: z.union([
      z.object({ is: z.literal("a"), text: z.string() }),
      z.object({ is: z.literal("b"), text: said() }),
    ]),
    plain: z.string(),
  });
  const payload = {
    rows: [
      { name: "one", reason: "why", more: { hint: "do" } },
      { name: "two", reason: null },
    ],
    by: { x: "because" },
    kind: { is: "b" as const, text: "text" },
    plain: "plain",
  };
  expect(payloadSaid(schema, payload, loud)).toEqual({
    rows: [
      { name: "one", reason: "WHY", more: { hint: "DO" } },
      { name: "two", reason: null },
    ],
    by: { x: "BECAUSE" },
    kind: { is: "b", text: "TEXT" },
    plain: "plain",
  });
  expect(payloadSaid(schema, { kind: { is: "a", text: "text" } }, loud)).toEqual({
    kind: { is: "a", text: "text" },
  });
  const still = { any: 1 };
  expect(payloadSaid(z.object({ any: z.number() }), still, loud)).toBe(still);
});

/** Fields that are called like a sentence of ours and are none: what people wrote. */
const OTHERS = [
  "getChat message", // what a customer or a colleague wrote
  "getSending reason", // somebody's, for holding all sending
  "listBlacklist reason", // somebody's, for an address
  "listIntegrations hint", // the end of a secret
];

test("every field of an answer that is called a reason, a message, a problem or a hint is said, or named here", () => {
  const found = new Set<string>();
  const seen = new Set<z.ZodType>();
  const look = (id: string, name: string, schema: z.ZodType): void => {
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
      return look(id, name, schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodString) {
      if (/^(reason|message|problem|problems|hint|failure|lastError)$/.test(name) && !isSaid(schema))
        found.add(`${id} ${name}`);
      return;
    }
    if (seen.has(schema)) return;
    seen.add(schema);
    if (schema instanceof z.ZodArray) look(id, name, schema.element as z.ZodType);
    if (schema instanceof z.ZodUnion)
      for (const option of schema.options) look(id, name, option as z.ZodType);
    if (schema instanceof z.ZodObject)
      for (const [key, field] of Object.entries(schema.shape)) look(id, key, field as z.ZodType);
  };
  for (const { id, endpoint } of allEndpoints) look(id, "", endpoint.reply);
  expect([...found].toSorted()).toEqual(OTHERS);
});
