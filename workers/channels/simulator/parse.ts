import { z } from "zod";
import type { Adapter } from "../adapter.ts";
import { simulatedEvent } from "./wire.ts";

const delivery = z.object({ events: z.array(z.unknown()) });

export const split: Adapter["split"] = async (body) => {
  const { events } = delivery.parse(JSON.parse(new TextDecoder().decode(body)));
  return events.map((raw) => ({ key: z.object({ key: z.string() }).parse(raw).key, raw }));
};

export const parse: Adapter["parse"] = (raw) => [simulatedEvent.parse(raw).event];
