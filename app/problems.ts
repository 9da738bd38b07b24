import type { z } from "zod";

/** What a schema of the contract finds wrong, by field: the first problem of each, as the server would say it. */
export function problemsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) problems[path.join(".")] ??= message;
  return problems;
}
