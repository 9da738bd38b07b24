import { claimed, problemOf } from "#app/components/upload/file-rules.ts";
import { driveTexts } from "#texts/drive.ts";
import { reasonAgainst } from "#workers/contract/channel-file.ts";
import { channelMedia } from "#workers/contract/endpoints/drive.ts";

/** Why a channel takes no file at all; undefined where it takes some. */
export const refusedBy = (channelType: number): string | undefined =>
  Object.keys(channelMedia[channelType] ?? {}).length > 0 ? undefined : driveTexts.mediaNoChannel;

/** Why a file cannot go with an answer, as far as that can be told before it is uploaded; empty where it can. */
export const fileReason = (file: File, channelType: number): string =>
  reasonAgainst(claimed(file, "attachment") ?? file.type, file.size, channelType) ||
  problemOf(file, "attachment");
