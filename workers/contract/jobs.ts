import { z } from "zod";
import { runsFilterBody } from "./endpoints/automation-runs.ts";
import { writers } from "./endpoints/drive.ts";
import { fieldFilters } from "./field-filter.ts";
import { enterpriseId } from "./ids.ts";
import { isArtifactType } from "./library.ts";
import type { Permission } from "./permissions.ts";
import { said } from "./said.ts";

/** Everything that differs between kinds of background work, except the work itself. */
interface JobKindRow {
  payload: z.ZodType;
  /** Holders of one of these permissions may see the job; nobody where there is none. */
  sees: readonly Permission[];
  /** Screens wait for it: its progress is sent to those who may see it. */
  announced: boolean;
  /** Keys of the payload that are shown beside the state, as the job's result. */
  shown?: readonly string[];
  /** It is tried until it is done, however long an outage is: nobody sees it, and nobody would begin it again. */
  untilDone?: true;
}

/** A filter of customers as a job keeps it. */
const customersOf = z.object({
  search: z.string(),
  groups: z.array(z.string()),
  tags: z.array(z.string()),
  fields: fieldFilters.optional(),
});

/** Background work by kind; each has its handler in workers/jobs/handlers. */
export const jobKinds = {
  /** Deletes the files of a deleted agent. */
  "agent.forget": {
    payload: z.object({ agentId: z.string() }),
    sees: [],
    announced: false,
    untilDone: true,
  },
  /** Takes phones out of simulators when their customer is erased; all of them (null) when the channel is deleted. */
  "simulator.forget": {
    payload: z.object({ channels: z.array(z.string()), phones: z.array(z.string()).nullable() }),
    sees: [],
    announced: false,
    untilDone: true,
  },
  /** Wipes what an erasure of these customers had to leave: what was in a call, and what lies beside their database. */
  "customers.erase": {
    payload: z.object({
      customers: z.array(z.int()),
      /** Theirs, too: a number may be somebody else's in a database that was restored. */
      ids: z.array(z.string()).default([]),
      /** They never wrote: all of them went with their rows, and it is only noted who they were. */
      silent: z.boolean().default(false),
      channels: z.array(z.string()),
      phones: z.array(z.string()),
    }),
    sees: [],
    announced: false,
    untilDone: true,
  },
  /** Puts the rows of a file on the blacklist, from `cursor` on; its subject is the enterprise, so one at a time. */
  "blacklist.import": {
    payload: z.object({
      fileId: z.string(),
      channelType: z.int(),
      reason: z.string(),
      /** Name of the person who requested it. */
      by: z.string(),
      /** Byte up to which the file is read, and the line that begins there. */
      cursor: z.int(),
      line: z.int(),
      total: z.int().default(0),
      added: z.int().default(0),
      rejected: z.int().default(0),
    }),
    sees: ["CAMPAIGNS.BLACKLIST"],
    announced: true,
    shown: ["total", "added", "rejected"],
  },
  /** Takes all that match off the blacklist, or puts back what the work `of` took off. */
  "blacklist.bulk": {
    payload: z.object({
      action: z.enum(["delete", "restore"]),
      search: z.string().default(""),
      /** Whether who asked for it sees numbers, and so finds an entry by a part of one. */
      unmasked: z.boolean().default(false),
      /** The newest entry that goes: later ones stay. */
      upTo: z.string().default(""),
      of: z.string().default(""),
      total: z.int(),
      done: z.int().default(0),
      changed: z.int().default(0),
    }),
    sees: ["CAMPAIGNS.BLACKLIST"],
    announced: true,
    shown: ["action", "done", "total", "changed"],
  },
  "agent.train": {
    payload: z.object({ agentId: z.string(), by: z.string().default("") }),
    sees: ["NLP.VIEW"],
    announced: true,
  },
  /** Lets the first customer of a first run write to its bot. Told, since it may be the last of the first steps. */
  "firstRun.chat": { payload: z.object({ agentId: z.string() }), sees: ["NLP.VIEW"], announced: true },
  /** Reads the waiting sources of an agent's knowledge; their rows say which ones are waiting. */
  "knowledge.build": { payload: z.object({ agentId: z.string() }), sees: ["NLP.VIEW"], announced: true },
  /** Applies a changed field to the customers after `cursor`; the row of `fieldId` says where its values go. */
  "customers.fields": {
    payload: z.object({ fieldId: z.string().nullable(), cursor: z.int() }),
    sees: ["CUSTOMER_MASTER.VIEW"],
    announced: false,
    untilDone: true,
  },
  /** Checks, imports or undoes, as the import's row says. */
  "customers.import": {
    payload: z.object({ importId: z.string() }),
    sees: ["CUSTOMER.VIEW", "CUSTOMER.IMPORT"],
    announced: true,
  },
  /** Finds the recipients of a broadcast; the cursor walks through numbers, named customers, and all who match. */
  "broadcast.prepare": {
    payload: z.object({
      broadcastId: z.string(),
      part: z.int().default(0),
      at: z.int().default(0),
      below: z.int().default(Number.MAX_SAFE_INTEGER),
      /** Recipients so far, left out or not. */
      n: z.int().default(0),
    }),
    sees: ["CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE"],
    announced: true,
  },
  /** Moves the recipients of a broadcast that ended long ago to files: those that are gone from the database are there. */
  "broadcast.archive": { payload: z.object({ broadcastId: z.string() }), sees: [], announced: false },
  /** Ends who still waits in the broadcasts of a channel that was deleted. */
  "broadcasts.end": {
    payload: z.object({ channelId: z.string() }),
    sees: [],
    announced: false,
    untilDone: true,
  },
  /** Adds to a fallback whom the other broadcast has not reached in time; the cursor is a recipient's number. */
  "broadcast.feed": {
    payload: z.object({
      broadcastId: z.string(),
      n: z.int().default(0),
      /** The first who is not decided yet, and when to look again (ms); 0 where nobody is. */
      first: z.int().default(0),
      nextAt: z.int().default(0),
    }),
    sees: ["CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE"],
    announced: false,
  },
  /** Takes up again those of a broadcast who failed; the cursor is a recipient's number. */
  "broadcast.retry": {
    payload: z.object({ broadcastId: z.string(), n: z.int() }),
    sees: ["CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE"],
    announced: true,
  },
  /** Lets the audience of a launch in; how far it is stands in the instance, so that it can go on after a pause. */
  "instance.enter": {
    payload: z.object({ instanceId: z.string() }),
    sees: ["ENCAPS.VIEW"],
    announced: true,
  },
  /** Puts customers into an instance by hand: those who are named, and all who match, from the newest down. */
  "instance.add": {
    payload: z.object({
      instanceId: z.string(),
      filter: customersOf.nullable(),
      customerIds: z.array(z.string()),
      total: z.int(),
      /** Of the two, and customers below this number are still to be put in. */
      part: z.int(),
      below: z.int(),
      done: z.int(),
      entered: z.int(),
    }),
    sees: ["JOURNEYS.EDIT", "ENCAPS.EDIT"],
    announced: true,
    shown: ["total", "done", "entered"],
  },
  /**
   * Moves the open runs of an instance to another version or ends them, or takes that back; the move's row has the cursor.
   * One that was given up would leave people in two versions, and hold up every later move.
   */
  "runs.move": {
    payload: z.object({ moveId: z.string() }),
    sees: ["JOURNEYS.VIEW_PUBLISH", "JOURNEYS.VIEW_JOURNEYMONITOR", "ENCAPS.VIEW"],
    announced: true,
    untilDone: true,
  },
  /** Tries runs of an instance again that failed alike, or ends those that have been at a node since long; in the order of their ids. */
  "runs.sweep": {
    payload: z.object({
      instanceId: z.string(),
      what: z.enum(["retry", "end", "move"]),
      node: z.string(),
      code: z.string().default(""),
      /** Only people who came to the node before this moment; null for everybody there. */
      before: z.int().nullable().default(null),
      newest: z.boolean().default(false),
      from: z.enum(["failed", "start"]).default("failed"),
      /** The people of a figure in place of those of a node; people who are to move go to the node `to`. */
      filter: runsFilterBody.nullable().default(null),
      to: z.string().default(""),
      /** When it was asked for: whoever failed or came in later is left alone. */
      at: z.int(),
      by: z.string(),
      /** Runs up to this one are done. */
      cursor: z.string().default(""),
      total: z.int(),
      done: z.int().default(0),
    }),
    sees: ["JOURNEYS.VIEW_JOURNEYMONITOR"],
    announced: true,
    shown: ["what", "total", "done"],
  },
  /** Copies a whole database, or all that is stored (`FILES`), to files, for its operators; the cursor is a table, the number of its next file and a key. */
  "database.export": {
    payload: z.object({
      database: z.string(),
      /** Where its files are, up to the last `/`. */
      prefix: z.string(),
      /** The newest migration when it began: one that comes in between ends it. */
      schema: z.string(),
      begunAt: z.int(),
      source: z.string().default(""),
      part: z.int().default(0),
      after: z.string().default("[]"),
    }),
    sees: [],
    announced: false,
  },
  /** Copies all that an enterprise has to files, for itself; the cursor is as that of `database.export`. */
  "enterprise.export": {
    payload: z.object({
      /** The newest migrations when it began: one that comes in between ends it. */
      schemas: z.string(),
      begunAt: z.int(),
      /** The person who asked for it, and is told by mail. */
      userId: z.string(),
      source: z.string().default(""),
      part: z.int().default(0),
      after: z.string().default("[]"),
    }),
    sees: ["ENTERPRISE.EDIT"],
    announced: true,
  },
  /** Deletes an enterprise with all that it has; a job of its database's operator, as no row of the enterprise stays. */
  "enterprise.delete": {
    payload: z.object({
      enterpriseId,
      database: z.string(),
      /** The time that was set; another one is another deletion. */
      deletesAt: z.int(),
      /** The person who has asked for it. */
      userId: z.string(),
      step: z.enum(["begin", "objects", "rows", "files", "office", "look"]).default("begin"),
      /** The table in the hands of `rows` and `office`. */
      table: z.int().default(0),
      /** The key behind which its next part begins, as JSON; empty at its beginning. */
      after: z.string().default(""),
      /** How many rows had gone when the tables were last gone through from the first; none yet. */
      goneBefore: z.int().default(0),
      begunAt: z.int().default(0),
      rows: z.int().default(0),
      officeRows: z.int().default(0),
      files: z.int().default(0),
    }),
    sees: [],
    announced: false,
  },
  /** Moves an enterprise into another tenant database; how far it is stands in the directory. A job of the old one's operator. */
  "enterprise.move": { payload: z.object({ moveId: z.string() }), sees: [], announced: false },
  /** Speaks a text or transcribes a recording; the row of `speechId` says which, and keeps the result. */
  "speech.run": { payload: z.object({ speechId: z.string() }), sees: ["COGNITIVE.VIEW"], announced: true },
  /** Moves entries of the library that match into a bucket, or out of the bucket `from` to the top. */
  "library.move": {
    payload: z.object({
      /** Where they go, or out of which bucket they come. */
      to: z.string(),
      from: z.string(),
      matching: z.object({
        type: z.int().refine(isArtifactType).optional(),
        visibility: z.enum(["public", "private"]).optional(),
        desc: z.string(),
        bucketId: z.string(),
      }),
      /** The person who asked for it: no more goes than they may change. */
      userId: z.string(),
      by: z.string(),
      isAdmin: z.boolean(),
      /** When it was asked for: later entries stay where they are. */
      at: z.int(),
      total: z.int(),
      changed: z.int().default(0),
    }),
    sees: writers,
    announced: true,
    shown: ["total", "changed"],
  },
  /** Processes every customer that matched at the time of the request: those above `upTo` were added later. */
  "customers.bulk": {
    payload: z.object({
      action: z.enum(["mark", "unmark", "delete", "restore", "undo"]),
      markIds: z.array(z.string()),
      filter: customersOf,
      /** Customers who are people of a journey on a channel, in place of those of the filter: who came in until `at`. */
      people: z.object({ instanceId: z.string(), filter: runsFilterBody, at: z.int() }).optional(),
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
    sees: ["CUSTOMER.VIEW"],
    announced: true,
    shown: ["action", "done", "total", "changed"],
  },
} as const satisfies Record<string, JobKindRow>;
export type JobKind = keyof typeof jobKinds;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof jobKinds)[Kind]["payload"]>;
/** The result of a bulk job, shown beside its state. */
export type BulkResult = Pick<JobPayload<"customers.bulk">, "action" | "done" | "total" | "changed">;
/** The same of customers who are put into a journey. */
export type AddResult = Pick<JobPayload<"instance.add">, "total" | "done" | "entered">;
/** The same of a removal from the blacklist, or of its undoing. */
export type BlacklistBulkResult = Pick<JobPayload<"blacklist.bulk">, "action" | "done" | "total" | "changed">;
/** The same of a move in the library. */
export type LibraryMoveResult = Pick<JobPayload<"library.move">, "total" | "changed">;
/** The result of an import into the blacklist, shown beside its state. */
export type BlacklistResult = Pick<JobPayload<"blacklist.import">, "total" | "added" | "rejected">;
/** The same row without its literal types, for code about any kind. */
export const jobKind = (kind: JobKind): JobKindRow => jobKinds[kind];

export const jobStates = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

/** A job as screens see it: the answer of `GET jobs/:id` and the data of the event `jobProgress`. */
export const jobProgress = z.object({
  jobId: z.string(),
  kind: z.enum(Object.keys(jobKinds) as [JobKind, ...JobKind[]]),
  /** The thing that the work is about; a bot's id or an import's. */
  subject: z.string(),
  state: z.enum(jobStates),
  progress: z.number().meta({ description: "0 to 1" }),
  /** Its end, in a sentence. */
  message: said(),
  result: z.record(z.string(), z.unknown()).optional(),
});
export type JobProgress = z.infer<typeof jobProgress>;

/**
 * A queue message is only a wake-up: it names a row and carries no work. The version lets a deploy change its shape.
 */
export const wake = z.object({
  v: z.literal(1),
  enterpriseId,
  jobId: z.string(),
  /** The request that made the job necessary: audit entries and log lines of the work name it. */
  requestId: z.string().max(64).default(""),
});
export type Wake = z.infer<typeof wake>;
export const wakeOf = ({ id, ...of }: Pick<Wake, "enterpriseId" | "requestId"> & { id: string }): Wake => ({
  v: 1,
  ...of,
  jobId: id,
});
