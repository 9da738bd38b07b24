import { z } from "zod";
import { address, inboundEvent } from "#workers/contract/inbound.ts";
import { messageBody } from "#workers/contract/message-body.ts";

/** How the simulator speaks, both ways: it is ours, so its words are those of the house. */

/** An address that no public host can have: the sender leads it to the simulator itself. */
export const SIMULATOR_HOST = "simulator.invalid";

/** Address of a file of a played customer; `mediumIdOf` reads the file's id from it, undefined for any other address. */
export const mediumAt = (channelId: string, id: string): string =>
  `https://${SIMULATOR_HOST}/${channelId}/media/${encodeURIComponent(id)}`;
export const mediumIdOf = (url: string): string | undefined =>
  /^\/[^/]+\/media\/([\w-]{1,64})$/.exec(new URL(url).pathname)?.[1];

export const SIGNATURE = "x-simulator-signature";

export const simulatedEvent = z.object({
  key: z.string().min(1).max(200),
  event: inboundEvent,
});
export type SimulatedEvent = z.infer<typeof simulatedEvent>;

export const simulatedCall = z.object({
  id: z.string().min(1).max(64),
  to: z.array(address).max(8),
  body: messageBody,
  quoted: z.string().optional(),
});
export type SimulatedCall = z.infer<typeof simulatedCall>;

export const simulatedAnswer = z.object({
  vendorId: z.string().optional(),
  code: z.string().optional(),
  reason: z.string().optional(),
});
