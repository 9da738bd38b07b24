import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import {
  AUTOMATION_FORMAT,
  automationFile,
  type AutomationFile,
  fileLimits,
  singleFile,
} from "#workers/contract/automation/automation-file.ts";
import { isDeep, MOST_LEVELS, refuseUnfit } from "../automations/automation.ts";
import { DomainError } from "../error.ts";
import { fromRapidpro, isRapidpro } from "./rapidpro.ts";
import type { ReadFile } from "./read-file.ts";
import { fromTypebot, isTypebot } from "./typebot.ts";

const refusal = (message: string): DomainError =>
  new DomainError("invalid", { message, errors: { file: message } });

/** Reads a file by what is in it. Throws `invalid` with the place and the reason. */
export async function readAutomationFile(given: unknown): Promise<ReadFile> {
  if (isDeep(given)) throw refusal(texts.tooDeep(MOST_LEVELS));
  // Readers look at every part of a file, and 10,000 steps have fewer than these.
  if (!isWithin(given, MOST_VALUES)) throw refusal(texts.manyNodes(fileLimits.nodes));
  const read = isTypebot(given)
    ? { format: "typebot" as const, ...fromTypebot(given) }
    : isRapidpro(given)
      ? { format: "rapidpro" as const, ...fromRapidpro(given) }
      : await fromOurs(given);
  const { automations, forms } = read.file;
  const [twice] = [automations, forms].flatMap((each) => doubles(each.map(({ id }) => id)));
  if (twice !== undefined) throw refusal(texts.twice(twice));
  const nodes = automations.reduce((sum, { graph }) => sum + graph.nodes.length, 0);
  if (nodes > fileLimits.nodes) throw refusal(texts.manyNodes(fileLimits.nodes));
  for (const { graph } of automations) refuseUnfit(graph);
  return read;
}

const MOST_VALUES = 600_000;

/** Whether JSON has at most so many values. */
function isWithin(given: unknown, most: number): boolean {
  let left = most;
  const counted = (value: unknown): boolean =>
    --left >= 0 && (typeof value !== "object" || value === null || Object.values(value).every(counted));
  return counted(given);
}

const doubles = (ids: readonly string[]): string[] => ids.filter((id, at) => ids.indexOf(id) < at);

async function fromOurs(given: unknown): Promise<ReadFile> {
  const format = formatOf(given);
  if (format === undefined) throw refusal(texts.unreadable);
  if (format !== AUTOMATION_FORMAT) throw refusal(texts.newerFormat(format.slice(0, 60)));
  const single = singleFile.safeParse(given);
  if (single.success) {
    const { kind, name, graph } = single.data;
    const automations = [{ id: "1", kind, name, folder: "", graph }];
    return {
      format: "chatbird",
      file: { format: AUTOMATION_FORMAT, automations, forms: [], templates: [], references: [] },
      notes: [],
    };
  }
  const parsed = automationFile.safeParse(given);
  if (!parsed.success) {
    const [issue] = ("graph" in (given as object) ? single : parsed).error?.issues ?? [];
    throw refusal(issue ? texts.wrongAt(issue.path.join(".") || "/", issue.message) : texts.unreadable);
  }
  const { checksum } = parsed.data;
  const isEdited = checksum !== undefined && checksum !== (await checksumOf(given as AutomationFile));
  return { format: "chatbird", file: parsed.data, notes: isEdited ? [texts.edited] : [] };
}

function formatOf(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null || !("format" in given)) return undefined;
  const { format } = given;
  return typeof format === "string" && format.startsWith("chatbird.automation/") ? format : undefined;
}

/** SHA-256 of all that a file holds but for its format and the sum itself, in the order in which it stands there. */
export async function checksumOf(file: Partial<AutomationFile>): Promise<string> {
  const { format: _format, checksum: _checksum, ...content } = file;
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
