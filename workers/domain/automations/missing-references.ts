import { automationTexts } from "#texts/automation.ts";
import type { ReferenceKind } from "#workers/contract/automation/automation-file.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import type { Ctx } from "../ctx.ts";
import { idsIn } from "./graph-references.ts";
import { approvedOf, referencesOf } from "./references.ts";

/** Journeys, forms, flows and fields are the validator's, which knows more of them than that they are there. */
const OTHERS: ReadonlySet<ReferenceKind> = new Set(["journey", "form", "flow", "field"]);

/**
 * Warns of what a graph names and the enterprise does not have, such as after an import. It is no error: a run leaves such a
 * step by its port of errors, and what was deleted since keeps nobody from publishing all else. A template is one where the
 * graph is published: whom it was for would hear nothing, thousands at a time.
 */
export async function missingReferences(
  ctx: Ctx,
  graph: Graph,
  { publishing = false } = {},
): Promise<GraphProblem[]> {
  const found = idsIn(graph).filter(({ kind }) => !OTHERS.has(kind));
  const byKind = [...Map.groupBy(found, ({ kind }) => kind)];
  if (byKind.length === 0) return [];
  const idsOf = (each: readonly { id: string }[]) => [...new Set(each.map(({ id }) => id))];
  const answers = await ctx.db.$client.batch<{ id: string }>([
    ...byKind.map(([kind, each]) => referencesOf(ctx, kind, idsOf(each))),
    approvedOf(ctx, idsOf(found.filter(({ kind }) => kind === "template"))),
  ]);
  const approved = new Set((answers.at(-1)?.results ?? []).map(({ id }) => id));
  const there = new Set(
    byKind.flatMap(([kind], at) => (answers[at]?.results ?? []).map(({ id }) => `${kind} ${id}`)),
  );
  return found.flatMap(({ kind, id, ...at }): GraphProblem[] => {
    const severity = publishing && kind === "template" ? "error" : "warning";
    if (!there.has(`${kind} ${id}`)) {
      const sentence = automationTexts.problems.unknownReference(kind);
      return [{ code: "unknownReference", severity, ...at, sentence }];
    }
    if (kind !== "template" || approved.has(id)) return [];
    const sentence = automationTexts.problems.unapprovedTemplate;
    return [{ code: "unapprovedTemplate", severity, ...at, sentence }];
  });
}
