import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { Decision } from "#db/tenant/broadcasts.ts";
import type { Compared } from "#workers/contract/comparison.ts";
import { msIn } from "#workers/contract/fallback.ts";
import { calledOf, hitsOf } from "./figures.ts";
import { MESSAGE_UNSENDABLE, type Unsendable } from "./unsendable.ts";
import { type Tested, winnerOf } from "../audience/winner.ts";
import { LATE_MS } from "../messaging/time-to-send.ts";

/** While people of the two messages wait for their call, it is looked again so often. */
const LOOK_MS = 300_000;

const BY = "activities.comparison ->> '$.by'";
const FIGURES = (of: string, id: string) => `${calledOf(id)} AS called${of}, ${hitsOf(id, BY)} AS hits${of}`;
const IS_COMPLETE = (each: string) => `(${each}.prepared_at IS NOT NULL OR ${each}.ended_at IS NOT NULL)`;

/**
 * SQL that reads rests of runs which wait for their message, `r`, with the two before them and their activity; `which` is a
 * condition on them.
 */
export const READ_RESTS = (which: string): string =>
  `SELECT r.id, r.decision, activities.state, ${msIn("activities.comparison")} AS afterMs, a.ended_at AS endedA, b.ended_at AS endedB,
    ${IS_COMPLETE("a")} AND ${IS_COMPLETE("b")} AS isComplete, ${FIGURES("A", "a.id")}, ${FIGURES("B", "b.id")},
    ${MESSAGE_UNSENDABLE.a} AS unsendableA, ${MESSAGE_UNSENDABLE.b} AS unsendableB
  FROM broadcasts r CROSS JOIN broadcasts a ON a.id = r.test_of CROSS JOIN broadcasts b ON b.test_of = r.test_of AND b.part = 'b'
    CROSS JOIN activities ON activities.id = r.activity_id
  WHERE r.part = 'rest' AND r.state = 'scheduled' AND ${which}`;

/** A rest that waits, as that statement reads it. */
export interface Rest {
  id: string;
  /** As JSON; a person may have chosen already, while the activity was paused. */
  decision: string | null;
  state: number;
  afterMs: number;
  endedA: number | null;
  endedB: number | null;
  /** Whether all recipients of both messages are there. */
  isComplete: 0 | 1;
  calledA: number;
  hitsA: number;
  calledB: number;
  hitsB: number;
  unsendableA: Unsendable | null;
  unsendableB: Unsendable | null;
}

/** The two messages' figures: who answered without a call that is known of counts as called. */
export const figuresOf = ({
  calledA,
  hitsA,
  calledB,
  hitsB,
}: Pick<Rest, "calledA" | "hitsA" | "calledB" | "hitsB">): Record<Compared, Tested> => ({
  a: { called: calledA, hits: Math.min(hitsA, calledA) },
  b: { called: calledB, hits: Math.min(hitsB, calledB) },
});

/** The choice of a message, by the figures of now; by the clock, or by a person who chooses themselves. */
export function decisionOf(rest: Rest, at: number, person?: { winner: Compared; by: string }): Decision {
  const { a, b } = figuresOf(rest);
  const found = person ? { winner: person.winner, why: "person" as const } : winnerOf(a, b);
  return { ...found, at, by: person?.by ?? "", a: [a.called, a.hits], b: [b.called, b.hits] };
}

export const unsendableOf = ({ unsendableA, unsendableB }: Rest, winner: Compared): Unsendable | null =>
  winner === "a" ? unsendableA : unsendableB;

/** It waits until a time (ms) and is looked at again; its activity pauses; or it begins with a message. */
export type Look = { wait: number } | { pause: string } | { decision: Decision };

/**
 * Decides what is done with a rest whose time, `dueAt`, has come. The time counts from when the last of both messages was
 * called: quiet hours, or a slow channel, take nothing of it.
 */
export function lookAt(rest: Rest, { dueAt, now }: { dueAt: number; now: number }): Look {
  if (dueAt < now - LATE_MS) return { pause: texts.comparisonLate };
  const known = rest.decision === null ? undefined : (JSON.parse(rest.decision) as Decision);
  if (!known) {
    const { endedA, endedB, afterMs } = rest;
    if (endedA === null || endedB === null) return { wait: now + LOOK_MS };
    const at = Math.max(endedA, endedB) + afterMs;
    if (at > now) return { wait: at };
  }
  const decision = known ?? decisionOf(rest, now);
  if (unsendableOf(rest, decision.winner) === null) return { decision };
  const isSettled = unsendableOf(rest, decision.winner === "a" ? "b" : "a") !== null || known !== undefined;
  const reason = texts.unsendable[unsendableOf(rest, decision.winner) ?? "template"];
  return { pause: isSettled ? reason : texts.winnerGone(texts.comparison.names[decision.winner]) };
}
