import { driveTexts } from "#texts/drive.ts";
import {
  endingsOf,
  groupOf,
  mediaGroups,
  rulesOf,
  type DriveUse,
  type MediaType,
} from "#workers/contract/endpoints/drive.ts";
import { formatBytes } from "#workers/contract/bytes.ts";

const typesOf = (use: DriveUse): MediaType[] =>
  rulesOf(use).groups.flatMap((group): readonly MediaType[] => mediaGroups[group]);

/** File types offered by the browser's own dialog. */
export const acceptOf = (use: DriveUse): Record<string, string[]> =>
  Object.fromEntries(typesOf(use).map((type) => [type, endingsOf[type].map((ending) => `.${ending}`)]));

/** The type of a file by its extension: browsers differ in the MIME type that they report, names do not. */
export const claimed = (file: File, use: DriveUse): MediaType | undefined => {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  return typesOf(use).find((type) => type === file.type || endingsOf[type].includes(ending));
};

/** Pictures are cropped if the use has an aspect ratio; audio, video and documents never are. */
export function isCropped(file: File, use: DriveUse): boolean {
  const type = claimed(file, use);
  return type !== undefined && groupOf(type) === "image" && rulesOf(use).aspect !== undefined;
}

/** Checks that are possible before the upload; the server examines the content. */
export function problemOf(file: File, use: DriveUse): string {
  const texts = driveTexts;
  const { aspect, most } = rulesOf(use);
  const type = claimed(file, use);
  const group = type && groupOf(type);
  if (!group) return aspect === undefined ? texts.wrongType : texts.wrongTypeToCrop;
  if (file.size === 0) return texts.empty;
  const limit = most[group];
  // A cropped picture is scaled down anyway.
  if (isCropped(file, use) || limit === undefined || file.size <= limit) return "";
  return texts.tooManyBytes(formatBytes(limit));
}

/** "jpg, png; at most 50 kB" */
export function limitsText(use: DriveUse): string {
  const endings = typesOf(use).map((type) => endingsOf[type][0]);
  return driveTexts.limits(endings.join(", "), formatBytes(Math.max(...Object.values(rulesOf(use).most))));
}
