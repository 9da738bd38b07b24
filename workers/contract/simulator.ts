import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import type { ChannelPlace } from "./channel-place.ts";
import type { InboundMessage } from "./inbound.ts";
import type { MessageBody } from "./message-body.ts";

/** Codes with which the simulator refuses a call, as WhatsApp would; its texts say what each means. */
export const refusals = ["131026", "131047", "131049", "130429", "500"] as const;
export type Refusal = (typeof refusals)[number];
/** Codes with which a message fails after it was accepted. */
export const lateFailures = ["131026", "131047", "131049"] as const satisfies readonly Refusal[];

/** As long as the files that played customers send are kept, in milliseconds: what is heard of one is fetched at once. */
export const MEDIA_KEPT_MS = 24 * 3_600_000;

/** The longest that a message may be held back, in seconds. */
export const LONGEST_DELAY = 600;

/** Trouble that the simulator of one channel makes on purpose, for what is sent from now on. */
export const trouble = z.object({
  refuse: z.enum(refusals).nullable().meta({ description: "The call is answered with this code" }),
  failLater: z
    .enum(lateFailures)
    .nullable()
    .meta({ description: "The call succeeds, and a status with this code follows" }),
  delay: z
    .int(errorsTexts.notNumber)
    .min(0, errorsTexts.notNumber)
    .max(LONGEST_DELAY, errorsTexts.notNumber)
    .meta({ description: "Seconds before a message arrives on the phone" }),
  twice: z.boolean().meta({ description: "Each status is told twice, in two calls" }),
  disordered: z.boolean().meta({ description: "Statuses come the wrong way round: read, delivered, sent" }),
  silent: z.boolean().meta({ description: "No statuses at all" }),
  unreachable: z.boolean().meta({ description: "The connection breaks off, without an answer" }),
});
export type Trouble = z.infer<typeof trouble>;

export const noTrouble: Trouble = {
  refuse: null,
  failLater: null,
  delay: 0,
  twice: false,
  disordered: false,
  silent: false,
  unreachable: false,
};

/** A message as a played phone shows it. */
export interface PhoneEntry {
  n: number;
  /** Of a message from us it is our own id. */
  id: string;
  /** `in` to us, from the customer; `out` from us. */
  way: "in" | "out";
  body: MessageBody;
  /** `notTaken`: our webhook refused it for a day, so the vendor gave up. */
  status: string;
  /** The vendor's id of the message that this one answers. */
  quoted: string | null;
  code: string | null;
  reason: string | null;
  at: number;
}

/** Calls of the phone's page to the simulator of a channel. Changes answer what is on the phone afterwards. */
export interface SimulatorCalls {
  /**
   * The customer says something; our webhook has heard of it when this answers, unless it refused. `doubled` tells it
   * twice, as vendors do that missed our answer.
   */
  say(place: ChannelPlace, message: InboundMessage, options: { doubled: boolean }): Promise<PhoneEntry[]>;
  /** The customer has seen all that is on the phone. */
  read(place: ChannelPlace, phone: string): Promise<PhoneEntry[]>;
  entries(phone: string): Promise<PhoneEntry[]>;
  trouble(): Promise<Trouble>;
  setTrouble(next: Trouble): Promise<Trouble>;
  /** Forgets these phones with all that is on them; null forgets everything, since the channel is gone. */
  forget(
    place: Pick<ChannelPlace, "enterpriseId" | "channelId">,
    phones: readonly string[] | null,
  ): Promise<void>;
}
