import type { z } from "zod";
import type { Problem } from "#app/components/ui/error-summary.tsx";

/** Validation errors of a contract schema, by field: the first one of each, as the server would report it. */
export function problemsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) problems[path.join(".")] ??= message;
  return problems;
}

/** Validation errors of a form in the order of its fields, each with the field's name, for a summary. */
export const listProblems = <Name extends string>(
  names: readonly Name[],
  errors: { readonly [Each in Name]?: string | undefined },
  labels: { readonly [Each in Name]: string },
  idOf: (name: Name) => string,
): Problem[] =>
  names.flatMap((name) =>
    errors[name] ? [{ id: idOf(name), text: `${labels[name]}: ${errors[name]}` }] : [],
  );
