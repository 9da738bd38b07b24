import { MEDIA_KEPT_MS } from "#workers/contract/simulator.ts";
import type { AdapterMedia } from "../adapter.ts";
import { fileOnce } from "../found.ts";
import { mediumAt } from "./wire.ts";

/** Files of played customers: asked for by their ids, as at any vendor, for as long as the simulator keeps them. */
export const media: AdapterMedia = {
  keptMs: MEDIA_KEPT_MS,
  find: ({ vendorId = "" }, channel, deps) => fileOnce(deps, mediumAt(channel.id, vendorId)),
};
