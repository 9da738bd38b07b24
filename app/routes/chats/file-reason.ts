import { claimed, problemOf } from "#app/components/upload/file-rules.ts";
import { reasonAgainst } from "#workers/contract/channel-file.ts";
import { channelMedia } from "#workers/contract/endpoints/drive.ts";

/** Whether a channel takes any file at all. */
export const takesFiles = (channelType: number): boolean =>
  Object.keys(channelMedia[channelType] ?? {}).length > 0;

/** Why a file cannot go with an answer, as far as that can be told before it is uploaded; empty where it can. */
export const fileReason = (file: File, channelType: number): string =>
  reasonAgainst(claimed(file, "attachment") ?? file.type, file.size, channelType) ||
  problemOf(file, "attachment");
