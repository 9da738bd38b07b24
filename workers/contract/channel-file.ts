import { driveTexts as texts } from "#texts/drive.ts";
import { channelMedia, groupOf } from "./endpoints/drive.ts";

/** Why a channel does not take a file; empty where it does. */
export function reasonAgainst(mediaType: string, bytes: number | null, channelType: number): string {
  const takes = channelMedia[channelType];
  if (!takes) return texts.mediaNoChannel;
  const group = groupOf(mediaType);
  const most = group && takes[group];
  if (most === undefined) return texts.mediaWrongType(mediaType);
  return bytes !== null && bytes > most ? texts.mediaTooLarge(`${Math.floor(most / 1024 / 1024)} MB`) : "";
}
