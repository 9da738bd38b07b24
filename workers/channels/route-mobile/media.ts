import type { AdapterMedia } from "../adapter.ts";
import { fileOnce, LATER } from "../found.ts";
import { addressAt, authorized, login } from "./login.ts";

const DAY_MS = 24 * 3_600_000;

/** A file is at an address that its id makes, for who has logged in. */
export const media: AdapterMedia = {
  keptMs: 30 * DAY_MS,
  async find({ vendorId = "" }, channel, deps) {
    const { token } = await login(channel, deps);
    if (token === undefined) return LATER;
    const asked = [vendorId, channel.settings["username"] ?? ""].map(encodeURIComponent);
    const url = addressAt(channel, `/wba/v1/media?media_id=${asked[0]}&username=${asked[1]}`);
    return fileOnce(deps, url, authorized(token));
  },
};
