import { MEDIA_KEPT_MS } from "#workers/contract/simulator.ts";
import type { AdapterMedia } from "../adapter.ts";
import { LATER } from "../found.ts";
import { mediumAt } from "./wire.ts";

/** Files of played customers: asked for by their ids, as at any vendor, for as long as the simulator keeps them. */
export const media: AdapterMedia = {
  keptMs: MEDIA_KEPT_MS,
  async find({ vendorId = "" }, channel, { fetch }) {
    try {
      const response = await fetch(mediumAt(channel.id, vendorId), { redirect: "manual" });
      if (response.status === 200) {
        const mime = response.headers.get("content-type") ?? undefined;
        return { ok: true, response, mime };
      }
      await response.body?.cancel();
      return response.status === 404 ? { ok: false, final: true, failure: "gone" } : LATER;
    } catch {
      return LATER;
    }
  },
};
