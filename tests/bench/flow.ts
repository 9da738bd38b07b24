// Advances a second of a journey with ten nodes beside a bare loop that does the same work by hand (ten rendered texts and
// ten objects), and the validator on graphs of 1,000 and 10,000 nodes. Floors are wide: they find what became slow at once.
//   npm run bench flow
import { type Graph, graph, GRAPH_FORMAT } from "#workers/contract/automation/graph.ts";
import { channelTypes, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { parseText, renderText } from "#workers/domain/expression/text.ts";
import { advance } from "#workers/domain/flow/advance.ts";
import { compile } from "#workers/domain/flow/compile.ts";
import { newRun } from "#workers/domain/flow/run.ts";
import { type World } from "#workers/domain/flow/world.ts";
import { validate } from "#workers/domain/flow/validate.ts";

const RUNS = 20_000;
const LEAST_RATIO = 0.02;
const MOST_VALIDATE_MS = 1_000;

const say = (text: string) => ({ variants: [{ channel: EVERY_CHANNEL, content: { kind: "text", text } }] });
const adding = { set: [{ variable: "total", type: "expression", value: "vars.total + 1.0" }] };
const asked = { rows: [{ id: "r", when: { expression: "vars.total > 100.0" } }] };
const ten: [string, object][] = [
  ["start", {}],
  ["sendMessage", say("Hello {contact.name|you}")],
  ["setVariables", adding],
  ["condition", asked],
  ["sendMessage", say("You have {vars.total}")],
  [
    "split",
    {
      variants: [
        { id: "a", label: "A", share: 1 },
        { id: "b", label: "B", share: 1 },
      ],
    },
  ],
  ["setVariables", adding],
  ["milestone", { milestoneId: "m" }],
  ["sendMessage", say("Bye {contact.name|you}")],
  ["end", {}],
];
const EXITS: Record<string, string[]> = { condition: ["else"], split: ["variant:a", "variant:b"] };

function chain(nodes: [string, object][]): Graph {
  const ports = (at: number): string[] => EXITS[nodes[at]?.[0] ?? ""] ?? ["next"];
  return graph.parse({
    format: GRAPH_FORMAT,
    variables: [{ name: "total", type: "number", default: 0 }],
    nodes: nodes.map(([type, data], at) => ({ id: `n${at}`, type, data })),
    edges: nodes
      .slice(1)
      .flatMap((_, at) => ports(at).map((port) => ({ from: `n${at}`, port, to: `n${at + 1}` }))),
  });
}

const fields = new Map([["name", "text" as const]]);
const flow = compile(chain(ten), { fields });
const world: World = {
  facts: {
    contact: { name: "Asha" },
    properties: {},
    channel: {
      type: channelTypes.whatsApp,
      capabilities: simulatorCapabilities(channelTypes.whatsApp),
      windowUntil: null,
    },
    hours: null,
    zone: "Asia/Kolkata",
    country: "IN",
  },
  now: Date.parse("2026-11-25T06:00:00Z"),
  salt: "salt",
};

/** Milliseconds of a piece of work, the best of three. */
function best(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}

let steps = 0;
const engine = best(() => {
  steps = 0;
  for (let at = 0; at < RUNS; at++) {
    const run = newRun({ id: `r${at}`, customerId: `c${at}`, channelId: "ch", startedAt: world.now });
    const advanced = advance(flow, run, { kind: "start" }, world);
    if (advanced.run.state !== "completed") throw new Error(advanced.run.reason?.sentence);
    steps += advanced.steps.length;
  }
});
const { parts } = parseText("Hello {contact.name|you}");
let kept = 0;
const bare = best(() => {
  kept = 0;
  for (let at = 0; at < RUNS; at++) {
    for (let node = 0; node < ten.length; node++) {
      const rendered = renderText(parts, world.facts);
      const row = { key: `r${at}:${node}`, node: `n${node}`, text: rendered.ok ? rendered.text : "" };
      kept += JSON.stringify(row).length;
    }
  }
});
const perSecond = (count: number, ms: number): string =>
  Math.round(count / (ms / 1_000)).toLocaleString("en");
const ratio = bare / engine;
console.log(`advances with ten nodes: ${perSecond(RUNS, engine)}/s, ${perSecond(steps, engine)} steps/s`);
console.log(`bare loop of ten texts and rows: ${perSecond(RUNS, bare)}/s (${kept} characters)`);
console.log(`ratio ${ratio.toFixed(3)}, floor ${LEAST_RATIO}`);
if (ratio < LEAST_RATIO) {
  console.error(`FLOOR: the engine does ${ratio.toFixed(3)} of a bare loop, less than ${LEAST_RATIO}`);
  process.exitCode = 1;
}

/** Nodes whose texts and expressions all differ. */
const large = (count: number): Graph =>
  chain(
    Array.from({ length: count }, (_, at): [string, object] => {
      const [type, data] = at === 0 ? (ten[0] ?? ["start", {}]) : (ten[1 + (at % 8)] ?? ["end", {}]);
      const own = JSON.stringify(data).replaceAll(".0", `.${at}`).replaceAll("Hello", `Hello ${at}`);
      return [type, JSON.parse(own) as object];
    }),
  );
const [small, big] = [large(1_000), large(10_000)];
const [few, many] = [best(() => validate(small, { fields })), best(() => validate(big, { fields }))];
console.log(
  `validator: 1,000 nodes ${few.toFixed(0)} ms, 10,000 nodes ${many.toFixed(0)} ms (ratio ${(many / few).toFixed(1)})`,
);
if (many > MOST_VALIDATE_MS) {
  console.error(`FLOOR: 10,000 nodes took ${many.toFixed(0)} ms, more than ${MOST_VALIDATE_MS}`);
  process.exitCode = 1;
}
