import { CircleCheck, TriangleAlert } from "lucide-react";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { Problem } from "#workers/contract/templates/rules.ts";
import { idOf } from "./template-draft.ts";

/** "Card 2: Add a sample file for the card." */
function placed(place: string, text: string): string {
  const card = /^(?:samples\.)?cards\.(\d+)/.exec(place)?.[1];
  const button = /(?:^|\.)buttons\.(\d+)/.exec(place)?.[1];
  const where = [
    card !== undefined && texts.cardOf(Number(card) + 1),
    button !== undefined && texts.buttonOf(Number(button) + 1),
    /\/(.+)$/.exec(place)?.[1],
  ].filter(Boolean);
  return [where.join(", "), text].filter(Boolean).join(": ");
}

/** Problems that the vendor would refuse, each with a way to its field. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <section aria-labelledby="template-problems" className="grid gap-2 rounded-lg border border-line p-4">
      <h2 id="template-problems" className="flex items-center gap-2 font-semibold">
        {problems.length === 0 ? (
          <CircleCheck aria-hidden className="size-4 text-success-ink" />
        ) : (
          <TriangleAlert aria-hidden className="size-4 text-warning-ink" />
        )}
        {problems.length === 0 ? texts.noProblems : texts.problems(problems.length)}
      </h2>
      {problems.length > 0 && (
        <ul className="grid gap-1.5">
          {problems.map(({ rule, place, text }) => (
            <li key={`${rule} ${place}`}>
              <button
                type="button"
                className="rounded text-left text-accent-ink underline-offset-2 hover:underline"
                onClick={() => document.getElementById(idOf(place))?.focus()}
              >
                {placed(place, text)} <span className="text-xs text-muted">({rule})</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
