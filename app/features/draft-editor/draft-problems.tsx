import { useId } from "react";
import { designerTexts } from "#texts/designer.ts";

const texts = designerTexts.draft;

interface Problem {
  key: string;
  sentence: string;
  /** Where it is, for who reads the draft's JSON. */
  place?: string;
  onLead: () => void;
}

/** A draft's problems; each leads to its place. */
export function DraftProblems({ problems }: { problems: readonly Problem[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-4">
      <h2 id={id} className="mb-1 font-semibold">
        {texts.problems}
      </h2>
      {problems.length === 0 ? (
        <p className="text-muted">{texts.noProblems}</p>
      ) : (
        <ul className="grid gap-1">
          {problems.map(({ key, sentence, place, onLead }) => (
            <li key={key}>
              <button
                type="button"
                onClick={onLead}
                className="min-h-6 rounded text-left text-accent-ink underline underline-offset-2 [overflow-wrap:anywhere]"
              >
                {sentence}
              </button>
              {place !== undefined && (
                <span className="ml-1 text-xs [overflow-wrap:anywhere] text-muted">{place}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
