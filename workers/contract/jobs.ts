import { z } from "zod";
import { enterpriseId } from "./ids.ts";

/** Work that goes on without a person waiting, by kind: what each job's row carries. */
export const jobKinds = {
  /** Deletes the files of an agent that was deleted. */
  "agent.forget": z.object({ agentId: z.string() }),
  "agent.train": z.object({ agentId: z.string(), by: z.string().default("") }),
  /** Reads what of an agent's knowledge is waiting: which that is, its rows say. */
  "knowledge.build": z.object({ agentId: z.string() }),
  /** Follows a changed field through the customers after `cursor`; the values of `fieldId` go where its row says. */
  "customers.fields": z.object({ fieldId: z.string().nullable(), cursor: z.int() }),
  /** Checks, imports or undoes what the import's row says. */
  "customers.import": z.object({ importId: z.string() }),
  /** Works on every customer that matched when it was asked for: those above `upTo` came later. */
  "customers.bulk": z.object({
    action: z.enum(["mark", "unmark", "delete", "restore", "undo"]),
    markIds: z.array(z.string()),
    filter: z.object({ search: z.string(), groups: z.array(z.string()), tags: z.array(z.string()) }),
    /** Who wanted it, by name. */
    by: z.string().default(""),
    /** The job that is taken back. */
    of: z.string().optional(),
    /** Undoing a job that put marks on takes them off. */
    takesOff: z.boolean().optional(),
    upTo: z.int(),
    total: z.int(),
    /** How far it is: customers below this number are still to come. */
    below: z.int(),
    done: z.int().default(0),
    changed: z.int().default(0),
  }),
} as const;
export type JobKind = keyof typeof jobKinds;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof jobKinds)[Kind]>;

/** A queue message only wakes: it names a row and carries no work. The version lets a deploy change its shape. */
export const wake = z.object({ v: z.literal(1), enterpriseId, jobId: z.string() });
export type Wake = z.infer<typeof wake>;
