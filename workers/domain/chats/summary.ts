import { chatSummaryTexts as texts } from "#texts/chat-summary.ts";
import { chatActionCodes as did } from "#workers/contract/chat-states.ts";
import type { SummaryLine } from "#workers/contract/endpoints/chat-summary.ts";

/** Everything that happened in a chat, each part in its order. */
export interface Told {
  /** The reader's id: their own deeds tell them nothing. */
  reader: string;
  messages: readonly {
    id: string;
    seq: number;
    by: "customer" | "person" | "bot" | "system";
    byId: string;
    words: string;
  }[];
  actions: readonly {
    seq: number;
    actionType: number;
    actionBy: string;
    byName: string;
    to: string;
    text: string;
  }[];
  /** Of a bot's session; a turn's id is that of the message that it answers. */
  turns: readonly {
    id: string;
    text: string;
    intent: string | null;
    isUnderstood: boolean;
    /** A press of "None of these": no words of theirs. */
    isPress: boolean;
    values: Readonly<Record<string, string>>;
  }[];
}

const MOST = { lines: 8, intents: 3, values: 5, notes: 2, characters: 160 } as const;
const ASKS = /[?？؟]/;
const HANDED: ReadonlySet<number> = new Set([did.transferred, did.assigned, did.invited]);
const TAKEN: ReadonlySet<number> = new Set([
  did.agentPickedUp,
  did.inviteAccepted,
  did.supervised,
  did.takenOver,
]);

/**
 * Summarises a chat by rules for somebody who takes it over: what was wanted, given and not understood, who had it,
 * notes, and what waits. Nothing where neither a bot nor a colleague had it before; pure.
 */
export function summaryOf(told: Told): SummaryLine[] {
  const names = colleaguesIn(told);
  if (told.turns.length === 0 && names.length === 0 && !told.messages.some(({ by }) => by === "bot"))
    return [];
  const lines: (SummaryLine | undefined)[] = [
    wanted(told),
    line("values", valuesIn(told)),
    notUnderstood(told),
    line("had", names.join(", ")),
    handed(told),
    ...noted(told),
    line("open", quoted(openIn(told))),
  ];
  return lines.filter((each) => each !== undefined).slice(0, MOST.lines);
}

const line = (kind: SummaryLine["kind"], text: string): SummaryLine | undefined =>
  text === "" ? undefined : { kind, text };

const short = (words: string): string => {
  const flat = words.replaceAll(/\s+/gu, " ").trim();
  const letters = [...flat];
  return letters.length <= MOST.characters ? flat : `${letters.slice(0, MOST.characters - 1).join("")}…`;
};
const quoted = (words: string): string => (words === "" ? "" : texts.quoted(short(words)));

function wanted({ turns, messages }: Told): SummaryLine | undefined {
  const intents = [...new Set(turns.toReversed().flatMap(({ intent }) => intent ?? []))];
  if (intents.length > 0) return line("wanted", short(intents.slice(0, MOST.intents).join(", ")));
  const first = messages.find(({ by, words }) => by === "customer" && words !== "")?.words ?? "";
  return line("wanted", first === "" ? "" : texts.began(short(first)));
}

/** The latest value holds. */
function valuesIn({ turns }: Told): string {
  const values = new Map<string, string>();
  for (const { values: given } of turns)
    for (const [name, value] of Object.entries(given)) values.set(name, value);
  return short(
    [...values]
      .slice(-MOST.values)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", "),
  );
}

function notUnderstood({ turns }: Told): SummaryLine | undefined {
  const missed = turns.filter(({ isUnderstood, isPress }) => !isUnderstood && !isPress);
  const last = missed.at(-1);
  return last && line("notUnderstood", texts.times(missed.length, short(last.text)));
}

/** Colleagues who had the chat or are in it, by name, whoever came first before. */
const colleaguesIn = ({ reader, actions }: Told): string[] => [
  ...new Set(
    actions.flatMap(({ actionType, actionBy, byName }) =>
      TAKEN.has(actionType) && actionBy !== reader && byName !== "" ? byName : [],
    ),
  ),
];

function handed({ reader, actions }: Told): SummaryLine | undefined {
  const last = actions.findLast(({ actionType, actionBy }) => HANDED.has(actionType) && actionBy !== reader);
  return last && line("handed", short(texts.by(last.byName, last.to, last.text)));
}

const noted = ({ reader, actions }: Told): (SummaryLine | undefined)[] =>
  actions
    .filter(({ actionType, actionBy, text }) => actionType === did.note && actionBy !== reader && text !== "")
    .slice(-MOST.notes)
    .map(({ byName, text }) => line("noted", short(texts.said(byName, text))));

/** The customer's last question that nobody has answered, else their last words; a bot's answer to what it did not understand is none. */
function openIn({ messages, turns }: Told): string {
  const missed = new Set(turns.flatMap(({ id, isUnderstood }) => (isUnderstood ? [] : id)));
  const presses = new Set(turns.flatMap(({ id, isPress }) => (isPress ? id : [])));
  let open: { id: string; words: string }[] = [];
  for (const { id, by, words } of messages) {
    if (by === "customer" && words !== "" && !presses.has(id)) open.push({ id, words });
    if (by === "person") open = [];
    if (by === "bot") open = open.filter((each) => missed.has(each.id));
  }
  return (open.findLast(({ words }) => ASKS.test(words)) ?? open.at(-1))?.words ?? "";
}
