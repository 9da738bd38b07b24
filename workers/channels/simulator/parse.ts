import { z } from "zod";
import type { Adapter } from "../adapter.ts";
import { simulatedEvent } from "./wire.ts";

const delivery = z.object({ events: z.array(z.looseObject({ key: z.string() })) });

export const split: Adapter["split"] = async (body) => {
  const { events } = delivery.parse(JSON.parse(new TextDecoder().decode(body)));
  return events.map((raw) => ({ key: raw.key, raw }));
};

export const parse: Adapter["parse"] = (raw) => [simulatedEvent.parse(raw).event];
