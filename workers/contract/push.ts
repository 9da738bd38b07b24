import { z } from "zod";
import { enterpriseId } from "./ids.ts";

/** Words between the console's service worker (public/sw.js), its pages, and who sends to it. */

/** The worker asks a page to open a chat. */
export const OPEN_CHAT = "openChat";

/**
 * The payload of a push, encrypted for its browser alone. Workers of an earlier release read it too: only ever add to
 * it.
 */
export interface PushPayload {
  title: string;
  body: string;
  /** Notifications of one chat replace each other. */
  chatId: string;
  /** Names the news: told twice, it is shown once. */
  key: string;
}

/** Browsers of one person; the one that was heard of longest ago makes room. */
export const MOST_SUBSCRIPTIONS = 10;

/** Live events of one enterprise that may be news to somebody elsewhere. Ids alone: no word of a customer lies in the queue. */
export const pushWork = z.object({
  v: z.literal(1),
  enterpriseId,
  database: z.string(),
  events: z.array(z.int()),
  /** Only these browsers, of a second try. */
  subscriptions: z.array(z.string()).optional(),
  tries: z.int().default(0),
});
export type PushWork = z.infer<typeof pushWork>;
