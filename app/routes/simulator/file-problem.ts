import { driveTexts } from "#texts/drive.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { simulatorFilesTexts as fileTexts } from "#texts/simulator-files.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import {
  endingsText,
  mostBytesOf,
  receivedEndings,
  receivedTypes,
} from "#workers/contract/received-media.ts";

/** Types with their endings, for the browser's own dialog. */
export const acceptOf = (kind: MediaKind, can: Capabilities): Record<string, string[]> =>
  Object.fromEntries(
    receivedTypes(kind, can).map((type) => [
      type,
      (receivedEndings[type] ?? []).map((ending) => `.${ending}`),
    ]),
  );

/** Why a file cannot be sent as this kind, as far as that can be told without its contents; empty where it can. */
export function fileProblem(file: File, kind: MediaKind, can: Capabilities): string {
  const [type = ""] = file.type.split(";");
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const fits = receivedTypes(kind, can).some(
    (each) => each === type || receivedEndings[each]?.includes(ending),
  );
  if (!fits) return fileTexts.wrongType(texts.kinds[kind], endingsText(kind, can));
  if (file.size === 0) return driveTexts.empty;
  const most = mostBytesOf(kind, can);
  return file.size > most ? driveTexts.mediaTooLarge(formatBytes(most)) : "";
}
