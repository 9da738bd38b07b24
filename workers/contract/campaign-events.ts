import { z } from "zod";
import { approvals } from "./campaign.ts";

/** An activity has another state or approval than before; a trigger keeps it (migrations/tenant), whoever moved it. */
export const activityChanged = z.object({
  id: z.string(),
  campaignId: z.string(),
  state: z.int(),
  approval: z.enum(approvals),
});
