import type { Candidate } from "./due.ts";

/** Whether what happened is what a trigger waits for, beyond its kind and key. */
export function fits({ kind, told, spec }: Pick<Candidate, "kind" | "told" | "spec">): boolean {
  const data = JSON.parse(told) as { is?: unknown; templateId?: unknown };
  const { to, templateId } = JSON.parse(spec) as { to?: string; templateId?: string };
  if (kind === "field") return to === undefined || data.is === to;
  if (kind === "broadcast") return templateId === undefined || data.templateId === templateId;
  return true;
}
