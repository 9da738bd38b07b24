import type { SystemEntityId } from "#workers/contract/system-entities.ts";
import {
  compileEntities,
  recognise,
  type Recognised,
  type Recogniser,
} from "#workers/nlu/entities/recognise.ts";
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

const ENTITY: Readonly<Record<string, SystemEntityId>> = { holiday: "sys.date" };
const recognisers = new Map<string, Recogniser>();

/** A recogniser of one kind alone, as for a parameter: what else the words mean hides nothing. */
function only(kind: string): Recogniser {
  const known =
    recognisers.get(kind) ?? compileEntities([], [ENTITY[kind] ?? (`sys.${kind}` as SystemEntityId)]);
  recognisers.set(kind, known);
  return known;
}

/** The value to compare: a duration's seconds (both ends of a range), anything else's value. */
function valueOf({ entityId, value, resolution }: Recognised): string {
  if (entityId !== "sys.duration") return value;
  return resolution.seconds === undefined
    ? `${resolution.from}-${resolution.to}`
    : String(resolution.seconds);
}

const alike = (a: string, b: string): boolean =>
  a === b || (a !== "" && b !== "" && Math.abs(Number(a) - Number(b)) < 1e-6 * Math.abs(Number(b)));

/**
 * Every phrase with what a parameter of its kind would be filled with. A phrase that names several values says them in
 * order, divided by " ; "; a value more than those, or another order, is a wrong one.
 */
export function judgePhrases(cases: Readonly<Record<string, string>> = CASES): Judged[] {
  return Object.entries(cases).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split("\n")
      .map((line, index): Judged => {
        const [text = "", wanted = ""] = line.split(" => ");
        const found = recognise(only(kind), text, { now: NOW, timeZone: ZONE }).map(valueOf);
        const values = wanted === "-" ? [] : wanted.split(" ; ");
        const right =
          found.length === values.length && values.every((each, at) => alike(found[at] ?? "", each));
        const verdict = right ? "right" : found.length === 0 ? "none" : "wrong";
        return { kind, text, wanted, found, verdict, aside: index % 3 === 2 };
      }),
  );
}
