import { CircleCheck } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";

/** Everything that the validator found; a press leads to its field. */
export function ProblemsPanel({
  problems,
  labelOf,
  onOpen,
}: {
  problems: readonly GraphProblem[];
  /** The step that a problem is about. */
  labelOf: (nodeId: string) => string | undefined;
  onOpen: (problem: GraphProblem) => void;
}) {
  if (problems.length === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title={texts.problems.none}>
        {texts.problems.noneText}
      </EmptyState>
    );
  }
  const sorted = problems.toSorted((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
  return (
    <ul className="grid gap-1.5">
      {sorted.map((problem) => {
        const { code, node, port, field, sentence, severity } = problem;
        const step = node === undefined ? undefined : labelOf(node);
        const body = (
          <>
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone={severity === "error" ? "danger" : "warning"}>{texts.problems[severity]}</Badge>
              <span className="min-w-0 truncate text-xs text-muted">{step ?? texts.problems.whole}</span>
            </span>
            <span className="mt-1 block [overflow-wrap:anywhere]">{sentence}</span>
          </>
        );
        return (
          <li key={`${code} ${node ?? ""} ${port ?? ""} ${field ?? ""} ${sentence}`}>
            {step === undefined ? (
              <div className="rounded-md border border-line px-3 py-2">{body}</div>
            ) : (
              <button
                type="button"
                onClick={() => onOpen(problem)}
                className="w-full rounded-md border border-line px-3 py-2 text-left hover:bg-hover"
              >
                {body}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
