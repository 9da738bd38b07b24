import { z } from "zod";

/** A label as a chat shows it. */
export const chatLabel = z.object({ id: z.string(), name: z.string() });
export type ChatLabel = z.infer<typeof chatLabel>;

/** Labels of one chat. */
export const MOST_CHAT_LABELS = 20;
