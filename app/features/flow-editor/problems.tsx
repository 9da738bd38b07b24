import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import type { WaFlowProblem } from "#workers/contract/wa-flows/flow-json.ts";

/** What is wrong with the flow; each leads to its place. */
export function Problems({
  problems,
  onLead,
}: {
  problems: readonly WaFlowProblem[];
  onLead: (path: string) => void;
}) {
  return (
    <section aria-labelledby="flow-problems" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="flow-problems" className="mb-1 font-semibold">
        {texts.problems}
      </h2>
      {problems.length === 0 ? (
        <p className="text-muted">{texts.noProblems}</p>
      ) : (
        <ul className="grid gap-1">
          {problems.map(({ path, sentence, severity }) => (
            <li key={`${path} ${sentence}`}>
              <button
                type="button"
                onClick={() => onLead(path)}
                className="min-h-6 rounded text-left text-accent-ink underline underline-offset-2 [overflow-wrap:anywhere]"
              >
                {severity === "warning" ? texts.warning(sentence) : sentence}
              </button>{" "}
              <span className="text-xs [overflow-wrap:anywhere] text-muted">{path}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
