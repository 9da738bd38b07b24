import { z } from "zod";
import { automationKinds } from "./automation/kinds.ts";

/** A journey, an encap or one of its instances is there, is gone or stands otherwise than before; triggers keep it (migrations/tenant). */
export const automationChanged = z.object({
  kind: z.enum(automationKinds),
  id: z.string(),
  instanceId: z.string().nullable(),
});

/** Drafts that are edited by one at a time. */
export const draftKinds = [...automationKinds, "form", "flow"] as const;
export type DraftKind = (typeof draftKinds)[number];

const person = z.object({ uId: z.string(), name: z.string() });

const time = z.int().min(0);
/** A socket's place among those who may edit a draft, in milliseconds since 1970: open since, and taken over at; 0 for never. */
export const draftPlace = z.object({ since: time, took: time });
export type DraftPlace = z.infer<typeof draftPlace>;

/** The people who have a draft open, and which of them edits it; each socket is told separately. */
export const draftWatched = z.object({
  kind: z.enum(draftKinds),
  id: z.string(),
  people: z.array(person),
  editor: person.nullable(),
  /** Whether the editor is this socket: a second tab of the same person is none. */
  isMine: z.boolean(),
  /** This socket's, to be named when another one takes its place; null for whoever only looks on. */
  place: draftPlace.nullable(),
});

/** A draft has been saved. */
export const draftSaved = z.object({ kind: z.enum(draftKinds), id: z.string(), revision: z.int() });

/** Steps that one event names at most, the latest. */
export const STEPS_TOLD = 20;

const count = z.int();
const steppedRun = z.object({
  runId: z.string(),
  seq: z.int(),
  at: z.iso.datetime(),
  instanceId: z.string(),
  node: z.object({ id: z.string(), type: z.string(), name: z.string() }),
  port: z.string().nullable(),
  outcome: z.enum(["ok", "skipped", "error", "timeout"]),
  name: z.string(),
});
export type SteppedRun = z.infer<typeof steppedRun>;

/** Counts of what runs did since the last event of the topic, and the latest of their steps that their logs keep. */
export const runsStepped = z.object({
  /** An instance, or "encap" for those of all encaps. */
  of: z.string(),
  entered: count,
  steps: count,
  ended: count,
  failed: count,
  latest: z.array(steppedRun),
});
export type RunsStepped = z.infer<typeof runsStepped>;
