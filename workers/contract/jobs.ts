import { z } from "zod";
import { enterpriseId } from "./ids.ts";

/** Work that goes on without a person waiting, by kind: what each job's row carries. */
export const jobKinds = {
  /** Deletes the files of an agent that was deleted. */
  "agent.forget": z.object({ agentId: z.string() }),
  "agent.train": z.object({ agentId: z.string(), by: z.string().default("") }),
  /** Reads what of an agent's knowledge is waiting: which that is, its rows say. */
  "knowledge.build": z.object({ agentId: z.string() }),
} as const;
export type JobKind = keyof typeof jobKinds;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof jobKinds)[Kind]>;

/** A queue message only wakes: it names a row and carries no work. The version lets a deploy change its shape. */
export const wake = z.object({ v: z.literal(1), enterpriseId, jobId: z.string() });
export type Wake = z.infer<typeof wake>;
