import type { AdapterMedia } from "../adapter.ts";
import { called } from "../call.ts";
import { number, record, text } from "../json.ts";
import { answeredFile, LATER } from "../found.ts";
import { bearer, nodeAt, numberOf } from "./format.ts";

const DAY_MS = 24 * 3_600_000;
/** Meta's code for an object that is not there. */
const NO_OBJECT = 100;

/** An id lives for 30 days, the address that it is asked for five minutes; both need the token. */
export const media: AdapterMedia = {
  keptMs: 30 * DAY_MS,
  async find({ vendorId = "" }, channel, deps) {
    const asked = nodeAt(channel, vendorId, `?phone_number_id=${encodeURIComponent(numberOf(channel))}`);
    const answer = await called(deps, asked, { headers: bearer(channel) });
    if (!answer) return LATER;
    const fields = record(answer.json);
    const gone = answer.status === 404 || number(record(fields["error"])["code"]) === NO_OBJECT;
    if (gone) return { ok: false, final: true, failure: "gone" };
    const url = text(fields["url"], 4_000);
    // The token goes nowhere but to Meta, and never in clear.
    if (answer.status !== 200 || url === undefined || !isSafe(url, asked)) return LATER;
    const found = await answeredFile(deps, url, bearer(channel));
    if (!found.ok) return found;
    return { ...found, mime: text(fields["mime_type"], 200), bytes: number(fields["file_size"]) };
  },
};

function isSafe(url: string, asked: string): boolean {
  try {
    const { protocol, origin } = new URL(url);
    return protocol === "https:" || origin === new URL(asked).origin;
  } catch {
    return false;
  }
}
