import type { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { DomainError } from "../error.ts";

/** Parses a value by a schema of the contract; throws invalid with the first problem of each field. */
export function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.join(".")] ??= message;
  throw new DomainError("invalid", { message: Object.values(errors)[0] ?? errorsTexts.invalid, errors });
}

/** Throws invalid with these problems, when there are any. */
export function refuse(errors: Record<string, string>): void {
  const [first] = Object.values(errors);
  if (first !== undefined) throw new DomainError("invalid", { message: first, errors });
}
