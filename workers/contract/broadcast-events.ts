import { z } from "zod";
import type { Permission } from "./permissions.ts";

/** One of these lets somebody see broadcasts, and hear of them. */
export const SEES_BROADCASTS = [
  "CAMPAIGNS.VIEW",
  "CAMPAIGNS.CREATE",
  "CAMPAIGNS.EDIT",
  "CAMPAIGNS.START",
] as const satisfies readonly Permission[];

/** Broadcasts of a channel have got on, begun or ended: whoever shows one asks for it anew. */
export const broadcastsChanged = z.object({ channelId: z.string() });
