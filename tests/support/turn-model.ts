import type { TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";

/**
 * a minimal model of a session with a bot of two intents. "Flight" needs two cities, in this order, and
 * takes a day if one is said; "other" needs nothing.
 */
export interface Filling {
  from?: string;
  to?: string;
  day?: string;
  asking: "from" | "to";
  tries: number;
}
export type State = Filling | "idle";

/** One message, in terms of what can be heard in it. */
export interface Message {
  text: string;
  means: "flight" | "other" | null;
  cities: readonly string[];
  day?: string;
  /** The cities are less than half of what is said. */
  aside?: boolean;
  cancels?: boolean;
}

export interface Expected {
  state: State;
  kind: TurnKind;
  /** Text of the answer or the question. */
  says: string;
  values: Readonly<Record<string, string>>;
}

export const SAYS = {
  fromFirst: "From where?",
  fromAgain: "Which city do you start in?",
  to: "Where to?",
  other: "Hi!",
  outOfScope: "Sorry, no.",
  stopped: "All right, I have stopped.",
  flight: (from: string, to: string, day: string) => `From ${from} to ${to} on ${day}.`,
};
/** The fixed value of the parameter that is not required. */
export const ANY_DAY = "any day";

export function expected(state: State, message: Message, retries: number): Expected {
  const { means, cities, day } = message;
  if (state === "idle") {
    if (means === "flight") return flight({ from: cities[0], to: cities[1], day });
    if (means === "other") return over("answer", SAYS.other, {});
    return over("outOfScope", SAYS.outOfScope, {});
  }
  const known = { from: state.from, to: state.to, day: state.day ?? day };
  if (cities.length > 0 && !(means === "other" && message.aside)) {
    if (cities.length >= 2) return flight({ ...known, from: cities[0], to: cities[1] });
    return flight({ ...known, [state.asking]: cities[0] });
  }
  if (means === "other") return over("answer", SAYS.other, {});
  if (message.cancels) return over("cancelled", SAYS.stopped, valuesOf({ ...known, day: state.day }));
  if (state.tries + 1 >= retries) return over("gaveUp", SAYS.outOfScope, valuesOf(known));
  return asks({ ...known, asking: state.asking, tries: state.tries + 1 });
}

type Known = { [name in "from" | "to" | "day"]?: string | undefined };

function flight(known: Known): Expected {
  if (known.from === undefined) return asks({ ...known, asking: "from", tries: 0 });
  if (known.to === undefined) return asks({ ...known, asking: "to", tries: 0 });
  const day = known.day ?? ANY_DAY;
  return over("answer", SAYS.flight(known.from, known.to, day), valuesOf({ ...known, day }));
}

function asks(filling: Known & Pick<Filling, "asking" | "tries">): Expected {
  const { asking, tries, ...known } = filling;
  const prompts = asking === "from" ? [SAYS.fromFirst, SAYS.fromAgain] : [SAYS.to];
  const says = prompts[Math.min(tries, prompts.length - 1)] ?? "";
  const values = valuesOf({ ...known, day: known.day ?? ANY_DAY });
  return { state: filling as Filling, kind: "prompt", says, values };
}

const over = (kind: TurnKind, says: string, values: Expected["values"]): Expected => ({
  state: "idle",
  kind,
  says,
  values,
});

const valuesOf = (known: Known): Record<string, string> =>
  Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
