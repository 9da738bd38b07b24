import { z } from "zod";

/** What a change in the directory still has to do elsewhere. Rows outlive a deploy, so they are parsed when read. */
export const errand = z.discriminatedUnion("kind", [
  /** The enterprise's hub learns what these roles permit from now on. */
  z.object({ kind: z.literal("rolesChanged"), roles: z.array(z.int()) }),
  /** The enterprise's hub learns which roles a person has from now on. */
  z.object({ kind: z.literal("userChanged"), userId: z.string() }),
  /** A person who was deactivated is no department's manager any more. `by` is for the audit trail. */
  z.object({
    kind: z.literal("leaveDepartments"),
    userId: z.string(),
    by: z.object({ userId: z.string(), name: z.string(), address: z.string(), requestId: z.string() }),
  }),
]);
export type Errand = z.infer<typeof errand>;
