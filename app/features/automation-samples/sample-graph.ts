import { GRAPH_FORMAT, type Graph } from "#workers/contract/automation/graph.ts";
import type { Trigger } from "#workers/contract/automation/triggers.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import type { DurationUnit } from "#workers/contract/automation/parts.ts";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import type { Operator } from "#workers/contract/expression.ts";

/** Room for a node and the names of its exits. */
const CELL = { x: 300, y: 150 };

interface SampleNode {
  type: NodeTypeName;
  /** Column and row on the canvas. */
  at: readonly [column: number, row: number];
  data?: Record<string, unknown>;
}
/** Where each exit leads; a node with one exit has no need of its name. */
type Ways = Record<string, string | Record<string, string>>;

/** A graph in few words. */
export const sampleGraph = (
  nodes: Record<string, SampleNode>,
  ways: Ways,
  more: Partial<Pick<Graph, "variables" | "notes" | "properties">> = {},
): Graph => ({
  format: GRAPH_FORMAT,
  nodes: Object.entries(nodes).map(
    ([
      id,
      {
        type,
        at: [column, row],
        data = {},
      },
    ]) => ({
      id,
      type,
      name: "",
      position: { x: column * CELL.x, y: row * CELL.y },
      data,
    }),
  ),
  edges: Object.entries(ways).flatMap(([from, to]) =>
    Object.entries(typeof to === "string" ? { next: to } : to).map(([port, target]) => ({
      from,
      port,
      to: target,
    })),
  ),
  variables: [],
  notes: [],
  frames: [],
  ...more,
});

/** Where people come in, and what lets them in by itself. */
export const begins = (...triggers: Trigger[]): SampleNode => ({
  type: "start",
  at: [0, 0],
  data: { triggers },
});
/** A word that somebody writes. */
export const word = (words: string): Trigger => ({ kind: "keyword", words: [words], mode: "exact" });

export const say = (at: SampleNode["at"], text: string): SampleNode => ({
  type: "sendMessage",
  at,
  data: { variants: [{ channel: EVERY_CHANNEL, content: { kind: "text", text } }] },
});

export const choose = (
  at: SampleNode["at"],
  text: string,
  options: Record<string, string>,
  more: object = {},
): SampleNode => ({
  type: "buttons",
  at,
  data: { text, options: Object.entries(options).map(([id, label]) => ({ id, label })), ...more },
});

/** A question whose answer is kept in a variable of that name. */
export const question = (
  at: SampleNode["at"],
  text: string,
  name: string,
  more: object = {},
): SampleNode => ({ type: "ask", at, data: { text, save: { to: "variable", name }, ...more } });

export const rest = (at: SampleNode["at"], amount: number, unit: DurationUnit): SampleNode => ({
  type: "wait",
  at,
  data: { until: { kind: "duration", length: { amount, unit } } },
});

/** Waits until the day before the date in a variable. */
export const dayBefore = (at: SampleNode["at"], name: string, clock: string): SampleNode => ({
  type: "wait",
  at,
  data: {
    until: {
      kind: "date",
      at: { type: "column", value: `vars.${name}` },
      offset: { amount: -1, unit: "days" },
      clock,
    },
  },
});

/** One way where a variable is so, and another one else. */
export const branch = (
  at: SampleNode["at"],
  id: string,
  label: string,
  row: { field: string; operator: Operator; value: unknown },
): SampleNode => ({
  type: "condition",
  at,
  data: { rows: [{ id, label, when: { condition: { match: "all", rows: [row] } } }] },
});

/** Where a question leads: on, or to an end where nothing is said, or nothing that it understands. */
export const unanswered = (next: string, silent = "silent") => ({ next, noReply: silent, gaveUp: silent });

export const handOver = (at: SampleNode["at"], note: string): SampleNode => ({
  type: "handOver",
  at,
  data: { note },
});

/** Where a hand-over leads: to a person, or to a sentence where nobody answers. */
export const handedOver = (nobody: string) => ({
  next: "handedOver",
  outsideHours: nobody,
  notPicked: nobody,
});

export const end = (at: SampleNode["at"], outcome: string): SampleNode => ({
  type: "end",
  at,
  data: { outcome },
});
