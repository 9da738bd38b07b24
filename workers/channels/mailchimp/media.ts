import type { AdapterMedia } from "../adapter.ts";
import { LATER } from "../found.ts";

const HOUR_MS = 3_600_000;

/** Files stood in the event itself and are held since; what is held ends after a day. */
export const media: AdapterMedia = {
  keptMs: 20 * HOUR_MS,
  async find({ vendorId = "" }, _channel, { held }) {
    if (!held) return LATER;
    const response = await held(vendorId);
    return response ? { ok: true, response } : { ok: false, final: true, failure: "gone" };
  },
};
