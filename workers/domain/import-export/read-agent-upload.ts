import { strFromU8, unzipSync } from "fflate";
import { importExportTexts } from "#texts/import-export.ts";
import { agentFile } from "#workers/contract/agent-file.ts";
import { fromDialogflow } from "./dialogflow.ts";
import { fromRasa } from "./rasa.ts";
import { unreadable, type TakenOver } from "./taken-over.ts";

/** Limit on the total unpacked size of a ZIP: a ZIP bomb is refused before it is unpacked. */
const MOST_UNPACKED = 60 * 1024 * 1024;

/** Reads an uploaded bot, detecting its format by the contents and not by the name. Throws `invalid`. */
export function readAgentUpload(bytes: Uint8Array): TakenOver {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return fromDialogflow(unzip(bytes));
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\0", "");
  } catch {
    throw unreadable();
  }
  return text.trimStart().startsWith("{") ? fromJson(text) : fromRasa(text);
}

function fromJson(text: string): TakenOver {
  let value: unknown;
  try {
    value = JSON.parse(text, (key, each: unknown) => (key === "__proto__" ? undefined : each));
  } catch {
    throw unreadable();
  }
  const parsed = agentFile.safeParse(value);
  if (parsed.success) return { format: "chatbird", file: parsed.data, notes: [] };
  const [issue] = parsed.error.issues;
  throw unreadable(
    importExportTexts.unreadableAt(issue?.path.join(".") || "its start", issue?.message ?? ""),
  );
}

/** Returns the texts of a ZIP by their paths, without a common top folder. */
function unzip(bytes: Uint8Array): ReadonlyMap<string, string> {
  let unpacked = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += name.endsWith(".json") ? originalSize : 0;
        if (unpacked > MOST_UNPACKED) throw unreadable(importExportTexts.tooBigInside);
        return name.endsWith(".json");
      },
    });
  } catch (error) {
    throw error instanceof Error && error.name === "DomainError" ? error : unreadable();
  }
  const agentJson = Object.keys(files).find((path) => /(^|\/)agent\.json$/.test(path));
  if (agentJson === undefined) throw unreadable();
  const root = agentJson.slice(0, -"agent.json".length);
  return new Map(
    Object.entries(files)
      .filter(([path]) => path.startsWith(root))
      .map(([path, content]) => [path.slice(root.length), strFromU8(content).toWellFormed()]),
  );
}
