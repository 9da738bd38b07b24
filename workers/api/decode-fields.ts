import type { z } from "zod";

export type Entries = Record<string, string[]>;

/**
 * Converts the text fields of a form or a query to a schema's types. Lists and objects travel as JSON, lists of scalars
 * also as repeated keys. A value that can't be converted stays, for the schema to refuse in its own words.
 */
export function decodeFields(schema: z.ZodObject, entries: Entries): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const values = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (values?.length) decoded[name] = decode(kindOf(field as Inner), values);
  }
  return decoded;
}

function decode(kind: string, values: string[]): unknown {
  const last = values.at(-1) ?? "";
  switch (kind) {
    case "array":
      return last.trimStart().startsWith("[") && values.length === 1 ? json(last) : values;
    case "object":
    case "record":
      return json(last);
    case "number":
    case "int":
      return last.trim() === "" || Number.isNaN(Number(last)) ? last : Number(last);
    case "boolean":
      return last === "true" || last === "1" ? true : last === "false" || last === "0" ? false : last;
    default:
      return last;
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value));
  } catch {
    return text;
  }
}

interface Inner {
  def: { type: string; innerType?: Inner; in?: Inner };
}

/** The kind of value behind optional, nullable, default and pipe. */
function kindOf({ def }: Inner): string {
  const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
  return inner ? kindOf(inner) : def.type;
}
