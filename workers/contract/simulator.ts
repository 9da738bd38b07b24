import type { ChannelPlace } from "./channel-place.ts";
import type { InboundMessage } from "./inbound.ts";
import type { MessageBody } from "./message-body.ts";

/** A message as a played phone shows it. */
export interface PhoneEntry {
  n: number;
  id: string;
  /** `in` to us, from the customer; `out` from us. */
  way: "in" | "out";
  body: MessageBody;
  status: string;
  at: number;
}

/** What the page of the phone asks of the simulator of a channel. Changes answer what is on the phone afterwards. */
export interface SimulatorCalls {
  /**
   * The customer says something; our webhook has heard of it when this answers, unless it refused. `doubled` tells it
   * twice, as vendors do that missed our answer.
   */
  say(place: ChannelPlace, message: InboundMessage, options: { doubled: boolean }): Promise<PhoneEntry[]>;
  /** The customer has seen all that is on the phone. */
  read(place: ChannelPlace, phone: string): Promise<PhoneEntry[]>;
  entries(phone: string): Promise<PhoneEntry[]>;
}
