import { graph, type Graph, GRAPH_FORMAT } from "#workers/contract/automation/graph.ts";
import { channelTypes, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import type { NameType } from "#workers/contract/expression.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { advance } from "#workers/domain/flow/advance.ts";
import { compile, type Flow } from "#workers/domain/flow/compile.ts";
import type { Advanced } from "#workers/domain/flow/advanced.ts";
import type { Cause, RunEvent } from "#workers/domain/flow/cause.ts";
import type { Run } from "#workers/domain/flow/run.ts";
import type { Facts, World } from "#workers/domain/flow/world.ts";
import { newRun } from "#workers/domain/flow/run.ts";

/** Graphs in few words, and runs through them with a clock of their own. */

export const NOW = Date.parse("2026-11-25T06:00:00Z");
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const fields = new Map<string, NameType>([
  ["name", "text"],
  ["email", "text"],
  ["number", "text"],
  ["city", "text"],
  ["age", "number"],
  ["renewal", "date"],
  ["labels", "list"],
]);

export const variables: Graph["variables"] = [
  { name: "answer", type: "text" },
  { name: "total", type: "number", default: 0 },
  { name: "when", type: "date" },
  { name: "yes", type: "boolean" },
  { name: "thing", type: "any" },
  { name: "list", type: "list" },
];

type Nodes = Record<string, [type: string, data?: object]>;

/** Nodes by their ids, and connections such as "ask.noReply > end"; without a port it is "next". */
export const graphOf = (nodes: Nodes, edges: readonly string[] = [], more: Partial<Graph> = {}): Graph =>
  graph.parse({
    format: GRAPH_FORMAT,
    variables,
    nodes: Object.entries(nodes).map(([id, [type, data = {}]]) => ({ id, type, data })),
    edges: edges.map((edge) => {
      const [, from, port = "next", to] = /^([\w-]+)(?:\.([\w:-]+))? > ([\w-]+)$/.exec(edge) ?? [];
      return { from, port, to };
    }),
    ...more,
  });

export const flowOf = (...given: Parameters<typeof graphOf>): Flow =>
  compile(graphOf(...given), { fields, properties: new Map([["shop", "text"]]) });

export const factsOf = (more: Partial<Facts> = {}): Facts => ({
  contact: {
    name: "Asha",
    email: "asha@example.test",
    number: "+919812345678",
    age: 30,
    renewal: "2026-12-24",
  },
  properties: { shop: "Lotus" },
  channel: {
    type: channelTypes.whatsApp,
    capabilities: simulatorCapabilities(channelTypes.whatsApp),
    windowUntil: NOW + 365 * DAY,
  },
  hours: null,
  zone: "Asia/Kolkata",
  country: "IN",
  ...more,
});

export const worldAt = (now = NOW, more: Partial<Facts> = {}): World => ({
  facts: factsOf(more),
  now,
  salt: "salt",
});

export const aRun = (more: Partial<Run> = {}): Run => ({
  ...newRun({ id: "r1", customerId: "c1", channelId: "ch1", startedAt: NOW }),
  ...more,
});

/** A run through a graph, with all that its steps have given so far. */
export class Played {
  readonly flow: Flow;
  readonly facts: Partial<Facts>;
  run: Run;
  now = NOW;
  readonly all: Advanced[] = [];
  #events = 0;

  constructor(flow: Flow, facts: Partial<Facts> = {}, run: Partial<Run> = {}) {
    [this.flow, this.facts] = [flow, facts];
    this.run = aRun(run);
  }

  cause(cause: Cause): Advanced {
    const advanced = advance(this.flow, this.run, cause, worldAt(this.now, this.facts));
    this.run = advanced.run;
    if (advanced.used) this.all.push(advanced);
    return advanced;
  }
  start = (): Advanced => this.cause({ kind: "start" });
  /** Lets the time come for which the run waits. */
  wake(): Advanced {
    this.now = Math.max(this.now, this.run.wakeAt ?? 0);
    return this.cause({ kind: "timer", seq: this.run.seq });
  }
  says = (text: string): Advanced =>
    this.event({ kind: "reply", key: "ch1:c1", body: { kind: "text", text } });
  event = (event: DistributiveOmit<RunEvent, "id" | "at"> & { id?: string }): Advanced =>
    this.cause({ kind: "event", event: { id: `e${++this.#events}`, at: this.now, ...event } as RunEvent });
  result = (result: Extract<Cause, { kind: "result" }>["result"], seq = this.run.seq): Advanced =>
    this.cause({ kind: "result", seq, result });

  get path(): string[] {
    return this.all.flatMap(({ steps }) =>
      steps.map(({ node, port }) => (port === null ? node : `${node}.${port}`)),
    );
  }
  get effects() {
    return this.all.flatMap(({ effects }) => effects);
  }
  get said(): string[] {
    return this.effects.flatMap((each) =>
      each.kind === "message" && "text" in each.body ? [each.body.text ?? ""] : [],
    );
  }
}
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export const play = (...given: Parameters<typeof graphOf>): Played => new Played(flowOf(...given));

/** A journey of one node between its start and an end for each of its ports. */
export const one = (type: string, data: object, ports: readonly string[]): Played =>
  play(
    {
      start: ["start"],
      it: [type, data],
      ...Object.fromEntries(ports.map((port) => [`at-${port}`.replace(":", "-"), ["end"]])),
    },
    ["start > it", ...ports.map((port) => `it.${port} > ${`at-${port}`.replace(":", "-")}`)],
  );
export const text = (words: string) => ({
  variants: [{ channel: EVERY_CHANNEL, content: { kind: "text", text: words } }],
});
export const whatsApp = factsOf().channel;
