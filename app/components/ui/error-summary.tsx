import { useEffect, useRef } from "react";
import { uiTexts } from "#texts/ui.ts";
import { useHeldStill } from "#app/lib/holding-still.ts";

export interface Problem {
  /** The id of the field's control. */
  id: string;
  text: string;
}

/**
 * All problems of a form in one place, each a link to its field. It takes the focus whenever `round` changes, which is
 * each time a submission is refused; while people fix the fields, it shrinks without moving the focus.
 */
export function ErrorSummary({
  problems: found,
  round,
  title = uiTexts.problems,
}: {
  problems: Problem[];
  round: number;
  title?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const problems = useHeldStill(found, areSame);
  useEffect(() => {
    if (round > 0) box.current?.focus();
  }, [round]);
  if (problems.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border-2 border-danger bg-danger-soft px-4 py-3 text-danger-ink"
    >
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-1 grid gap-1">
        {problems.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-block py-0.5 underline underline-offset-2"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(id)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const areSame = (a: Problem[], b: Problem[]): boolean =>
  a.length === b.length && a.every(({ id, text }, at) => b[at]?.id === id && b[at].text === text);
