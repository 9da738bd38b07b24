import type { ReferenceKind } from "#workers/contract/automation/automation-file.ts";
import type { GraphSketch } from "./graph-sketch.ts";
import type { RapidproFlow, RapidproNode } from "./rapidpro-nodes.ts";

/** A node of theirs, of which several of ours are made. */
export interface Written {
  sketch: GraphSketch;
  flow: RapidproFlow;
  node: RapidproNode;
  /** Where whoever comes to the node begins. */
  id: string;
  /** For notes: the flow and what its node does. */
  where: string;
  position: { x: number; y: number };
  /** Where an exit leads; undefined: the run ends. */
  exit: (uuid: string | undefined) => string | undefined;
  text: (source: string) => string;
  refer: (kind: ReferenceKind, id: string, name: string) => string;
  /** Set where the node behind waits for what its quick replies are: buttons wait by themselves. */
  answered: { silent: string | undefined } | undefined;
  /** The same of the node behind: it need not wait again. */
  byButtons: boolean;
}

/** The state that a node's router takes over: the last step that was written, and the exits that leave it. */
export interface Before {
  step: string | undefined;
  /** The exit that leads to its next step. */
  port: string;
  kind: "call" | "journey" | "chat" | undefined;
}
