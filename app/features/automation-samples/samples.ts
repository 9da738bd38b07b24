import { automationSamplesTexts } from "#texts/automation-samples.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { abandoned, consent, identity, payment, survey } from "./more-samples.ts";
import {
  begins,
  branch,
  choose,
  dayBefore,
  end,
  handedOver,
  handOver,
  question,
  rest,
  sampleGraph,
  say,
  unanswered,
  word,
} from "./sample-graph.ts";

const { outcomes, ...texts } = automationSamplesTexts;

function welcome(): Graph {
  const words = texts.welcome;
  return sampleGraph(
    {
      start: begins({ kind: "message", what: "first" }),
      hello: say([1, 0], words.hello),
      menu: choose([2, 0], words.menu, { hours: words.hours, person: words.person }),
      hours: say([3, 0], words.hoursAnswer),
      answered: end([4, 0], outcomes.answered),
      person: handOver([3, 1], words.note),
      handedOver: end([4, 1], outcomes.handedOver),
      nobody: say([4, 2], words.nobody),
      later: end([5, 2], outcomes.later),
      silent: end([3, 3], outcomes.silent),
    },
    {
      start: "hello",
      hello: "menu",
      menu: { "option:hours": "hours", "option:person": "person", other: "person", noReply: "silent" },
      hours: "answered",
      person: handedOver("nobody"),
      nobody: "later",
    },
  );
}

function reminder(): Graph {
  const words = texts.reminder;
  return sampleGraph(
    {
      start: begins(word(words.opens)),
      ask: question([1, 0], words.ask, "appointment", { answer: { kind: "date" }, again: words.again }),
      noted: say([2, 0], words.noted),
      dayBefore: dayBefore([3, 0], "appointment", "09:00"),
      remind: choose([4, 0], words.remind, { yes: words.yes, move: words.move }),
      see: say([5, 0], words.see),
      coming: end([6, 0], outcomes.coming),
      move: handOver([5, 1], words.note),
      handedOver: end([6, 1], outcomes.handedOver),
      nobody: say([6, 2], words.nobody),
      later: end([7, 2], outcomes.later),
      silent: end([2, 3], outcomes.silent),
    },
    {
      start: "ask",
      ask: unanswered("noted"),
      noted: "dayBefore",
      dayBefore: "remind",
      remind: { "option:yes": "see", "option:move": "move", other: "move", noReply: "silent" },
      see: "coming",
      move: handedOver("nobody"),
      nobody: "later",
    },
    {
      variables: [{ name: "appointment", type: "date" }],
      notes: [{ id: "window", text: words.window, position: { x: 1_200, y: -150 } }],
    },
  );
}

function feedback(): Graph {
  const words = texts.feedback;
  return sampleGraph(
    {
      start: begins({ kind: "chatClosed", what: "closed" }),
      pause: rest([1, 0], 10, "minutes"),
      how: choose([2, 0], words.how, { good: words.good, bad: words.bad }),
      thanks: say([3, 0], words.thanks),
      happy: end([4, 0], outcomes.happy),
      what: question([3, 1], words.what, "complaint"),
      sorry: say([4, 1], words.sorry),
      person: handOver([5, 1], words.note),
      handedOver: end([6, 1], outcomes.handedOver),
      later: end([6, 2], outcomes.later),
      silent: end([3, 3], outcomes.silent),
    },
    {
      start: "pause",
      pause: "how",
      how: { "option:good": "thanks", "option:bad": "what", other: "what", noReply: "silent" },
      thanks: "happy",
      what: unanswered("sorry"),
      sorry: "person",
      person: handedOver("later"),
    },
    { variables: [{ name: "complaint", type: "text" }] },
  );
}

function comeback(): Graph {
  const words = texts.comeback;
  const reply = (column: number) => ({
    type: "waitFor" as const,
    at: [column, 0] as const,
    data: { events: [{ id: "reply", kind: "reply" }], timeout: { amount: 20, unit: "hours" } },
  });
  return sampleGraph(
    {
      start: begins({ kind: "event", name: "customer.inactive" }),
      first: say([1, 0], words.first),
      wait: reply(2),
      second: say([3, 0], words.second),
      waitOnce: reply(4),
      silent: end([5, 0], outcomes.silent),
      person: handOver([5, 1], words.note),
      handedOver: end([6, 1], outcomes.handedOver),
      nobody: say([6, 2], words.nobody),
      later: end([7, 2], outcomes.later),
    },
    {
      start: "first",
      first: "wait",
      wait: { "event:reply": "person", timeout: "second" },
      second: "waitOnce",
      waitOnce: { "event:reply": "person", timeout: "silent" },
      person: handedOver("nobody"),
      nobody: "later",
    },
  );
}

function qualify(): Graph {
  const words = texts.qualify;
  return sampleGraph(
    {
      start: begins(word(words.opens)),
      what: choose(
        [1, 0],
        words.what,
        { product: words.product, advice: words.advice },
        {
          save: { to: "variable", name: "wish" },
        },
      ),
      team: question([2, 0], words.team, "team", {
        answer: { kind: "number", least: 1 },
        again: words.teamAgain,
      }),
      mail: question([3, 0], words.mail, "mail", { answer: { kind: "email" } }),
      size: branch([4, 0], "large", words.large, { field: "vars.team", operator: "≥", value: 50 }),
      person: handOver([5, 0], words.note),
      handedOver: end([6, 0], outcomes.handedOver),
      nobody: say([6, 1], words.nobody),
      thanks: say([5, 2], words.later),
      later: end([7, 2], outcomes.later),
      silent: end([3, 3], outcomes.silent),
    },
    {
      start: "what",
      what: { "option:product": "team", "option:advice": "team", other: "team", noReply: "silent" },
      team: unanswered("mail"),
      mail: unanswered("size"),
      size: { "row:large": "person", else: "thanks" },
      person: handedOver("nobody"),
      nobody: "later",
      thanks: "later",
    },
    {
      variables: [
        { name: "wish", type: "text" },
        { name: "team", type: "number" },
        { name: "mail", type: "text" },
      ],
    },
  );
}

const GRAPHS = {
  welcome,
  abandoned,
  reminder,
  feedback,
  comeback,
  qualify,
  payment,
  identity,
  consent,
  survey,
};
export type SampleId = keyof typeof GRAPHS;

/** Ready graphs to begin with, by what they are for. Each works in any enterprise: it names nothing that one has to have. */
export const samples = (Object.keys(GRAPHS) as SampleId[]).map((id) => ({
  id,
  title: texts[id].title,
  text: texts[id].text,
}));

/** A launch of an encap lets its audience in, and is over once they are through: nothing else begins it. */
export function sampleOf(id: SampleId, kind: AutomationKind = "journey"): Graph {
  const graph = GRAPHS[id]();
  if (kind === "journey") return graph;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (node.type === "start" ? { ...node, data: {} } : node)),
  };
}
