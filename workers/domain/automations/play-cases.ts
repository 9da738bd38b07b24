import { automationCasesTexts as texts } from "#texts/automation-cases.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { describeNode, portsOf } from "#workers/contract/automation/node-types.ts";
import {
  type CaseTurn,
  type PassedStep,
  pressesOf,
  spokenOf,
  type TestCase,
} from "#workers/contract/automation/test-case.ts";
import type { CaseAct, TryAct } from "#workers/contract/automation/tried-run.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Run } from "../flow/run.ts";
import { Trouble } from "../flow/trouble.ts";
import { type Played, play, somebody, type Trial } from "./trial.ts";

/**
 * Steps that all test cases of a call may take together, some hundred milliseconds: a Worker's clock stands still while it
 * computes, so that time itself can't be the limit.
 */
export const MOST_CASE_STEPS = 20_000;

/** Where a case differs from what it expects, in words; undefined where it passes. */
export type CaseFailure = { turn: number; expected: string; got: string; sentence: string } | undefined;

/** Plays cases one after another, until they have taken too many steps together. */
export function playCases(
  trial: Trial,
  graph: Graph,
  cases: readonly TestCase[],
  most = MOST_CASE_STEPS,
): CaseFailure[] {
  let steps = 0;
  return cases.map((each) => {
    if (steps >= most) return { turn: 0, expected: "", got: "", sentence: texts.tooMuch };
    const turns = playCase(trial, each, (turn) => difference(graph, turn), most - steps);
    steps += stepsOf(turns);
    return turns.at(-1)?.failure;
  });
}

/** A case with what comes now in place of what it expected. */
export const recorded = (trial: Trial, given: TestCase): TestCase => ({
  ...given,
  turns: playCase(trial, given, () => undefined).map(({ turn, path, said }) => ({ ...turn, path, said })),
});

interface PlayedTurn {
  number: number;
  turn: CaseTurn;
  path: PassedStep[];
  said: string[];
  problem?: string;
}

const stepsOf = (turns: readonly Pick<PlayedTurn, "path">[]): number =>
  turns.reduce((sum, { path }) => sum + 1 + path.length, 0);

/** Plays turn by turn up to the first that is judged a failure, and no further than so many steps. */
function playCase(
  trial: Trial,
  { channelType, customer, now: begins, turns }: TestCase,
  judge: (played: PlayedTurn) => CaseFailure,
  most = Infinity,
): (PlayedTurn & { failure: CaseFailure })[] {
  const [first] = turns;
  let run: Run = somebody(begins, first?.act.kind === "start" ? first.act.vars : undefined);
  let now = begins;
  let events = 0;
  const bodies: MessageBody[] = [];
  const played: (PlayedTurn & { failure: CaseFailure })[] = [];
  for (const [at, turn] of turns.entries()) {
    const number = at + 1;
    if (stepsOf(played) >= most) {
      const failure = { turn: number, expected: "", got: "", sentence: texts.tooMuch };
      played.push({ number, turn, path: [], said: [], failure });
      break;
    }
    const act = actOf(turn.act, run, bodies);
    let answer: Played | undefined;
    let problem = act ? undefined : texts.noButton(number, labelOf(turn.act));
    try {
      answer =
        act &&
        play(trial, { channelType, customer }, { run, act, now, stop: turn.stop }, () => `case:${events++}`);
    } catch (error) {
      problem = error instanceof Trouble ? error.sentence : texts.broken(number);
    }
    const said = (answer?.advances ?? [])
      .flatMap(({ effects }) => effects)
      .flatMap((effect) => (effect.kind === "message" ? [effect.body] : []));
    const result: PlayedTurn = {
      number,
      turn,
      path: (answer?.path ?? []).map(({ node, port }) => ({ node, port })),
      said: said.map(spokenOf),
      ...(problem !== undefined && { problem }),
    };
    const failure = judge(result);
    played.push({ ...result, failure });
    if (failure) break;
    bodies.push(...said);
    if (answer) ({ run, now } = answer);
  }
  return played;
}

const labelOf = (act: CaseAct): string => (act.kind === "press" ? act.label : "");

/** The act in this very test: its button and its wait; undefined for a button that nothing has offered. */
function actOf(act: CaseAct, { waits }: Run, bodies: readonly MessageBody[]): TryAct | undefined {
  if (act.kind === "press") {
    const presses = bodies.toReversed().flatMap(pressesOf);
    const found = presses.find(({ label }) => label === act.label);
    return found && { ...act, token: found.token };
  }
  if (act.kind !== "event") return act;
  const key = act.of === "event" ? act.what : (waits.find(({ kind }) => kind === act.of)?.key ?? "");
  return { ...act, key };
}

/** The first thing in which a turn is not as it was. */
function difference(graph: Graph, { number, turn, path, said, problem }: PlayedTurn): CaseFailure {
  const act = actInWords(graph, turn.act);
  if (problem !== undefined) return { turn: number, expected: act, got: problem, sentence: problem };
  const way = firstOther(turn.path, path, ({ node, port }) => JSON.stringify([node, port]));
  if (way) {
    const [expected, got] = way.map((step) => (step ? stepInWords(graph, step) : texts.nothing)) as [
      string,
      string,
    ];
    return { turn: number, expected, got, sentence: texts.otherWay(number, act, expected, got) };
  }
  const words = firstOther(turn.said, said, (each) => each);
  if (!words) return undefined;
  const [expected, got] = words.map((each) =>
    each === undefined ? texts.nothing : texts.words(brief(each)),
  ) as [string, string];
  return { turn: number, expected, got, sentence: texts.otherWords(number, act, expected, got) };
}

function firstOther<Item>(
  expected: readonly Item[],
  got: readonly Item[],
  keyOf: (item: Item) => string,
): [Item | undefined, Item | undefined] | undefined {
  for (let at = 0; at < Math.max(expected.length, got.length); at++) {
    const [one, other] = [expected[at], got[at]];
    if (one === undefined || other === undefined || keyOf(one) !== keyOf(other)) return [one, other];
  }
  return undefined;
}

const BRIEF = 160;
const brief = (text: string): string => (text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text);

function stepInWords({ nodes }: Graph, { node: id, port }: PassedStep): string {
  const node = nodes.find((each) => each.id === id);
  if (!node) return texts.goneStep(id);
  const name = brief(node.name.trim() || describeNode(node));
  if (port === null) return texts.stays(name);
  return texts.left(name, portsOf(node).find((each) => each.id === port)?.label ?? port);
}

function actInWords(graph: Graph, act: CaseAct): string {
  const { acts } = texts;
  switch (act.kind) {
    case "start": {
      const node = graph.nodes.find(({ id }) => id === act.nodeId);
      return node ? acts.startAt(brief(node.name.trim() || describeNode(node))) : acts.start;
    }
    case "say":
      return acts.say(brief(act.text));
    case "press":
      return acts.press(act.label);
    case "event":
      return acts.event(act.what);
    case "set":
      return acts.set(act.name);
    default:
      return acts[act.kind];
  }
}
