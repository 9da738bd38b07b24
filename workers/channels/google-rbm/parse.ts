import type { Adapter } from "../adapter.ts";
import { keyedEvent, rawOf } from "../rcs/events.ts";

export { parseRcs as parse } from "../rcs/parse.ts";

export const split: Adapter["split"] = async (body) => [keyedEvent("rbm", rawOf(body))];
