import { z } from "zod";

/** Work that follows a change in the directory, once it is committed. Rows outlive a deploy, so they are parsed when read. */
export const afterCommitTask = z.discriminatedUnion("kind", [
  /** Tells the enterprise's hub the current permissions of these roles. */
  z.object({ kind: z.literal("rolesChanged"), roles: z.array(z.int()) }),
  /** Tells the enterprise's hub a person's current roles. */
  z.object({ kind: z.literal("userChanged"), userId: z.string() }),
  /** Tells the enterprise's screens a person's current availability. */
  z.object({ kind: z.literal("agentStatusChanged"), userId: z.string() }),
  /** Removes a deactivated person as manager of departments. `by` is for the audit trail. */
  z.object({
    kind: z.literal("leaveDepartments"),
    userId: z.string(),
    by: z.object({ userId: z.string(), name: z.string(), address: z.string(), requestId: z.string() }),
  }),
  /** Stops what leaves an enterprise that will be deleted, or lets it go on where that was taken back. */
  z.object({ kind: z.literal("deletionChanged") }),
  /** Closes the sockets of a login session that is over. Written by the database itself; the row's id is the session's. */
  z.object({ kind: z.literal("closeSockets"), sessionId: z.string() }),
  /** Sends a mail. Written by the database itself; the row's id is the mail's. */
  z.object({ kind: z.literal("sendMail"), mailId: z.string() }),
]);
export type AfterCommitTask = z.infer<typeof afterCommitTask>;
