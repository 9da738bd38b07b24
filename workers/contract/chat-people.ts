import { z } from "zod";

/** Parts in a chat beside its handler's: two are asked to take it, one is asked to join, one has joined. */
export const chatParts = ["transferred", "assigned", "invited", "joined"] as const;
export type ChatPartKind = (typeof chatParts)[number];

/** Somebody in a chat beside who has it. */
export const chatPart = z.object({
  uId: z.string(),
  name: z.string().meta({ description: "As it was then" }),
  part: z.enum(chatParts),
  byName: z.string().meta({ description: "Who asked them" }),
});
export type ChatPart = z.infer<typeof chatPart>;

/** Whether somebody is asked to take the chat: it waits for them first. */
export const isAskedToTake = ({ part }: Pick<ChatPart, "part">): boolean =>
  part === "transferred" || part === "assigned";

/** People in one chat beside who has it. */
export const MOST_CHAT_PEOPLE = 20;
