import type { AdapterMedia } from "../adapter.ts";
import { fileOnce, LATER } from "../found.ts";
import { addressAt, authorized, MANAGER } from "./address.ts";

const DAY_MS = 24 * 3_600_000;

/** A file comes as base64 within JSON, which is read as it arrives: a film of 16 MB would not fit twice. */
export const media: AdapterMedia = {
  keptMs: 7 * DAY_MS,
  async find({ vendorId = "" }, channel, deps) {
    const asked = `mediaId=${encodeURIComponent(vendorId)}&businessId=${encodeURIComponent(channel.settings["businessId"] ?? "")}`;
    const url = addressAt(channel, `${MANAGER}/download/media?${asked}`);
    const found = await fileOnce(deps, url, authorized(channel));
    if (!found.ok) return found;
    const stream = await bytesIn(found.response);
    return stream ? { ok: true, response: new Response(stream) } : LATER;
  },
};

const START = /"bytes"\s*:\s*"/;
/** The part before the bytes is short, whatever order the fields have. */
const MOST_BEFORE = 4_096;

/** The bytes of `{"bytes":"…"}` as a stream; undefined where there are none. One that ends within them fails. */
async function bytesIn({ body }: Response): Promise<ReadableStream<Uint8Array> | undefined> {
  if (!body) return undefined;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let start: RegExpExecArray | null = null;
  try {
    while (!start && rest.length < MOST_BEFORE) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      rest += value;
      start = START.exec(rest);
    }
  } catch {
    return undefined;
  }
  if (!start) {
    await reader.cancel();
    return undefined;
  }
  rest = rest.slice(start.index + start[0].length);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const end = rest.indexOf('"');
        // Some writers of JSON escape the slash.
        const all = (end >= 0 ? rest.slice(0, end) : rest).replaceAll("\\", "");
        const whole = end >= 0 ? all.length : all.length - (all.length % 4);
        rest = end >= 0 ? '"' : all.slice(whole);
        if (whole > 0) return controller.enqueue(new Uint8Array(Buffer.from(all.slice(0, whole), "base64")));
        if (end >= 0) {
          controller.close();
          return reader.cancel();
        }
        const { done, value } = await reader.read();
        if (done) throw new TypeError("the file is not whole");
        rest += value;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
