import { recipientStatuses } from "#workers/contract/broadcast.ts";

/** By which the recipients can be narrowed down. */
const statuses = ["replied", "clicked", ...recipientStatuses] as const;
export type ShownStatus = (typeof statuses)[number];
export const isStatus = (word: string): word is ShownStatus => (statuses as readonly string[]).includes(word);

/** Which recipients are shown: at a status, or those who failed for a reason. */
export interface Shown {
  status: ShownStatus | "";
  code: string;
  from: number;
}
