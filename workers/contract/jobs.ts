import { z } from "zod";
import { enterpriseId } from "./ids.ts";

/** Background work by kind, with the payload of each job's row. */
export const jobKinds = {
  /** Deletes the files of a deleted agent. */
  "agent.forget": z.object({ agentId: z.string() }),
  "agent.train": z.object({ agentId: z.string(), by: z.string().default("") }),
  /** Reads the waiting sources of an agent's knowledge; their rows say which ones are waiting. */
  "knowledge.build": z.object({ agentId: z.string() }),
  /** Applies a changed field to the customers after `cursor`; the row of `fieldId` says where its values go. */
  "customers.fields": z.object({ fieldId: z.string().nullable(), cursor: z.int() }),
  /** Checks, imports or undoes, as the import's row says. */
  "customers.import": z.object({ importId: z.string() }),
  /** Processes every customer that matched at the time of the request: those above `upTo` were added later. */
  "customers.bulk": z.object({
    action: z.enum(["mark", "unmark", "delete", "restore", "undo"]),
    markIds: z.array(z.string()),
    filter: z.object({ search: z.string(), groups: z.array(z.string()), tags: z.array(z.string()) }),
    /** Name of the person who requested it. */
    by: z.string().default(""),
    /** The job to undo. */
    of: z.string().optional(),
    /** True if undoing takes groups and labels off, because the job put them on. */
    takesOff: z.boolean().optional(),
    upTo: z.int(),
    total: z.int(),
    /** Progress: customers below this number are still to be processed. */
    below: z.int(),
    done: z.int().default(0),
    changed: z.int().default(0),
  }),
} as const;
export type JobKind = keyof typeof jobKinds;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof jobKinds)[Kind]>;

/**
 * A queue message is only a wake-up: it names a row and carries no work. The version lets a deploy change its shape.
 */
export const wake = z.object({ v: z.literal(1), enterpriseId, jobId: z.string() });
export type Wake = z.infer<typeof wake>;
