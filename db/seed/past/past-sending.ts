import type { CallOf } from "#workers/contract/endpoint.ts";
import type { createActivity } from "#workers/contract/endpoints/activities.ts";
import type { sendBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";

/** Somebody of the enterprise by whom a thing of the past was done. */
export interface PastColleague {
  uId: string;
  name: string;
}

/** The fate of those to whom something was sent. */
export interface Fate {
  /** Of those whom it reached, the share that read it. */
  read: number;
  /** Every so many of them is not reached. */
  lostOf?: number;
  /** Its first readers answer so, one each. */
  answers?: readonly string[];
}

type SendBody = NonNullable<CallOf<typeof sendBroadcast>["body"]>;
type Drafted = NonNullable<CallOf<typeof createActivity>["body"]>;

/** Times are milliseconds since 1970. Campaigns and activities stand by their names. */
export type SendingStep = { at: number; by: PastColleague } & (
  | { imports: { name: string; path: string } }
  | { sends: SendBody; fate: Fate }
  | { campaign: string; description: string }
  /** Is made, and asks for approval. */
  | { activity: string; of: string; drafted: Omit<Drafted, "name" | "commandId"> }
  | { approves: string }
  | { rejects: string; reason: string }
  | { starts: string; fate: Fate }
  | { chooses: "a" | "b"; of: string; fate: Fate }
  /** Templates that have been there since. */
  | { templates: readonly string[] }
);

/** A call to the player of the past: what was sent to many, or read in, on one of its days. */
export interface PastSending {
  database: string;
  enterpriseId: string;
  /** Nothing that was made earlier is work of today. */
  before: number;
  /** Its name among all of the past: whoever plays it again finds what was made of it. */
  key: string;
  steps: readonly SendingStep[];
}

export interface PlayedSending {
  /** Messages to which something has become. */
  sent: number;
}
