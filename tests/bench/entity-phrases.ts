import { compileEntities, recogniseAll, type Recognised } from "#workers/nlu/entities/recognise.ts";
import { CASES, NOW, ZONE } from "./entity-cases.ts";

export type Verdict = "right" | "wrong" | "none";

export interface Judged {
  kind: string;
  text: string;
  wanted: string;
  found: string[];
  verdict: Verdict;
  /** Not looked at while the finders were written. */
  aside: boolean;
}

const recogniser = compileEntities([]);
const ENTITY: Readonly<Record<string, string>> = { holiday: "sys.date" };

/** The value to compare: a duration's seconds, anything else's value. */
const valueOf = ({ entityId, value, resolution }: Recognised): string =>
  entityId === "sys.duration" ? String(resolution.seconds) : value;

const alike = (a: string, b: string): boolean =>
  a === b || (a !== "" && b !== "" && Math.abs(Number(a) - Number(b)) < 1e-6 * Math.abs(Number(b)));

/** Every phrase of the set aside and of the others, with what is found in it. */
export function judgePhrases(): Judged[] {
  return Object.entries(CASES).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split("\n")
      .map((line, index): Judged => {
        const [text = "", wanted = ""] = line.split(" => ");
        const found = recogniseAll(recogniser, text, { now: NOW, timeZone: ZONE })
          .filter(({ entityId }) => entityId === (ENTITY[kind] ?? `sys.${kind}`))
          .map(valueOf);
        const first = found[0];
        const right = wanted === "-" ? first === undefined : found.some((value) => alike(value, wanted));
        const verdict = right ? "right" : first === undefined ? "none" : "wrong";
        return { kind, text, wanted, found, verdict, aside: index % 3 === 2 };
      }),
  );
}
