import type { Adapter } from "../adapter.ts";
import { record } from "../json.ts";
import { keyedEvent, rawOf } from "../rcs/events.ts";
import { parseRcs } from "../rcs/parse.ts";
import { eventOf } from "./wire.ts";

export const split: Adapter["split"] = async (body) => {
  const raw = rawOf(body);
  return [{ key: keyedEvent("vi", record(eventOf(raw))).key, raw }];
};

export const parse: Adapter["parse"] = (raw, channel) => parseRcs(eventOf(raw), channel);
