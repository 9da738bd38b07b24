import type { AdapterMedia } from "../adapter.ts";
import { called, jsonPost } from "../call.ts";
import { answeredFile, LATER } from "../found.ts";
import { number, record, text } from "../json.ts";
import { fileAt, methodAt } from "./format.ts";

const DAY_MS = 24 * 3_600_000;

/** An id has no published end, a path lives for an hour; a bot gets no file above 20 MB. */
export const media: AdapterMedia = {
  keptMs: 30 * DAY_MS,
  async find({ vendorId = "" }, channel, deps) {
    const answer = await called(deps, methodAt(channel, "getFile"), jsonPost({ file_id: vendorId }));
    if (!answer) return LATER;
    const fields = record(answer.json);
    if (answer.status === 400) {
      const tooLarge = /too big/i.test(text(fields["description"], 500) ?? "");
      return { ok: false, final: true, failure: tooLarge ? "tooLarge" : "gone" };
    }
    const file = record(fields["result"]);
    const path = text(file["file_path"], 1_000);
    if (answer.status !== 200 || path === undefined || path.split("/").includes("..")) return LATER;
    const found = await answeredFile(deps, fileAt(channel, path));
    return found.ok ? { ...found, bytes: number(file["file_size"]) } : found;
  },
};
