import { z } from "zod";
import { inboundEvent } from "#workers/contract/inbound.ts";
import type { Adapter } from "../adapter.ts";
import { readObject } from "../json.ts";

const delivery = z.object({ events: z.array(z.object({ key: z.string().min(1), raw: z.unknown() })) });

/** The API's own events, where they were set aside while the database was away. */
export const split: Adapter["split"] = async (body) => delivery.parse(readObject(body)).events;

/** Events are in the words of the house from the start. Throws for anything else. */
export const parse: Adapter["parse"] = (raw) => [inboundEvent.parse(raw)];
