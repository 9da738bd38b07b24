import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import { fileLimits } from "#workers/contract/automation/automation-file.ts";
import { formatBytes } from "#workers/contract/bytes.ts";

type Read = { json: unknown; problem?: undefined } | { json?: undefined; problem: string };

/** The JSON of a chosen file, or why there is none; what is in it is the server's to judge. */
export async function readChosen(file: Pick<Blob, "size" | "text">): Promise<Read> {
  if (file.size > fileLimits.bytes) return { problem: texts.fileLarge(formatBytes(fileLimits.bytes)) };
  try {
    // Editors of other systems put a mark of the encoding in front.
    const json: unknown = JSON.parse((await file.text()).replace(/^\uFEFF/u, ""));
    return json === null || typeof json !== "object" ? { problem: texts.notJson } : { json };
  } catch {
    return { problem: texts.notJson };
  }
}
