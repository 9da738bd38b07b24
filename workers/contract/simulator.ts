import type { ChannelPlace } from "./channel-place.ts";
import type { InboundEvent } from "./inbound.ts";
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

/** What the page of the phone asks of the simulator of a channel. */
export interface SimulatorCalls {
  /** The customer does something; our webhook has heard of it when this answers, unless it refused. */
  say(place: ChannelPlace, event: InboundEvent): Promise<void>;
  /** The customer has seen all that is on the phone. */
  read(place: ChannelPlace, phone: string): Promise<void>;
  entries(phone: string): Promise<PhoneEntry[]>;
}
