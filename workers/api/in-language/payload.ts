import { z } from "zod";
import { isSaid } from "#workers/contract/said.ts";

const holding = new WeakMap<z.ZodType, boolean>();

/** Whether a schema has a sentence somewhere; each is looked through once. */
function holds(schema: z.ZodType): boolean {
  const known = holding.get(schema);
  if (known !== undefined) return known;
  // One that holds itself has none by that.
  holding.set(schema, false);
  const found = isSaid(schema) || partsOf(schema).some(holds);
  holding.set(schema, found);
  return found;
}

function partsOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape) as z.ZodType[];
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  if (schema instanceof z.ZodUnion) return schema.options as z.ZodType[];
  const inner = innerOf(schema);
  return inner ? [inner] : [];
}

const innerOf = (schema: z.ZodType): z.ZodType | undefined =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? (schema.unwrap() as z.ZodType)
    : undefined;

/** A payload with its sentences (`said` of the contract) said by `say`; the same object where there are none. */
export function payloadSaid(schema: z.ZodType, payload: unknown, say: (sentence: string) => string): unknown {
  if (payload === null || payload === undefined || !holds(schema)) return payload;
  if (isSaid(schema)) return typeof payload === "string" ? say(payload) : payload;
  const inner = innerOf(schema);
  if (inner) return payloadSaid(inner, payload, say);
  if (schema instanceof z.ZodUnion) {
    const meant = (schema.options as z.ZodType[]).find((option) => option.safeParse(payload).success);
    return meant ? payloadSaid(meant, payload, say) : payload;
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(payload)
      ? payload.map((each: unknown) => payloadSaid(schema.element as z.ZodType, each, say))
      : payload;
  if (typeof payload !== "object") return payload;
  const entries = Object.entries(payload).map(([name, value]: [string, unknown]) => {
    const field =
      schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>)[name] : undefined;
    const of = schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : field;
    return [name, of ? payloadSaid(of, value, say) : value] as const;
  });
  return Object.fromEntries(entries);
}
