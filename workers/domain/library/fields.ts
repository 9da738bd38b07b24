import { and, eq, inArray } from "drizzle-orm";
import { departments } from "#db/tenant/departments.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import { buckets } from "#db/tenant/library.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { errorsTexts } from "#texts/errors.ts";
import type { ArtifactFields } from "#workers/contract/endpoints/library.ts";
import { groupOf } from "#workers/contract/endpoints/drive.ts";
import {
  type ArtifactData,
  type ArtifactType,
  kindOfArtifact,
  kindOfGroup,
  LIBRARY,
  markOfGroup,
  replyNames,
} from "#workers/contract/library.ts";
import { liveFields } from "../customers/live-fields.ts";
import type { DriveRow } from "../drive/file.ts";
import { pathOfFile } from "../drive/file.ts";
import type { Known } from "../expression/names.ts";
import { checkText } from "../expression/text.ts";
import { goneAt, invalidAt, ownerOf, type Viewer } from "./viewer.ts";

export interface Wanted {
  data: ArtifactFields;
  deptId: string;
  bucketId: string;
  isPublic: boolean;
}

/** Files of these uses are the enterprise's own; what customers sent goes with their messages. */
const KEPT_USES = ["media", "document", "attachment"];

/** Statements that read what an entry's check needs. */
export const readingAround = (viewer: Viewer, { data, deptId, bucketId, isPublic }: Wanted) => {
  const { db, enterpriseId } = viewer;
  return [
    db
      .select()
      .from(driveFiles)
      .where(
        and(
          eq(driveFiles.enterpriseId, enterpriseId),
          eq(driveFiles.id, data.fileId),
          eq(driveFiles.state, "ready"),
          inArray(driveFiles.use, KEPT_USES),
        ),
      ),
    db
      .select({ ownerId: buckets.ownerId })
      .from(buckets)
      .where(
        and(
          eq(buckets.enterpriseId, enterpriseId),
          eq(buckets.id, bucketId),
          inArray(buckets.ownerId, [ownerOf(viewer, isPublic), ownerOf(viewer, !isPublic)]),
        ),
      ),
    db
      .select({ id: departments.id })
      .from(departments)
      .where(and(eq(departments.enterpriseId, enterpriseId), eq(departments.id, deptId))),
    liveFields(viewer),
  ] as const;
};

export interface Around {
  file: DriveRow | undefined;
  bucket: { ownerId: string } | undefined;
  department: { id: string } | undefined;
  fields: readonly { fieldName: string }[];
}

/** Refuses a bucket or a department that is not there, or that is not for this entry. */
export function refusePlace(viewer: Viewer, { deptId, bucketId, isPublic }: Wanted, around: Around): void {
  if (deptId && !around.department) throw goneAt("deptId", texts.departmentGone);
  if (!bucketId) return;
  if (!around.bucket) throw goneAt("bucketId", texts.bucketGone);
  if (around.bucket.ownerId !== ownerOf(viewer, isPublic)) throw invalidAt("bucketId", texts.bucketOther);
}

/** An entry's own fields as they are kept; throws invalid at the field that its type needs otherwise. */
export function dataOf(type: ArtifactType, given: ArtifactFields, { file, fields }: Around): ArtifactData {
  const kind = kindOfArtifact(type);
  const data: ArtifactData = {
    type: "MSG",
    name: given.name,
    desc: given.desc,
    address: "",
    latitude: null,
    longitude: null,
    url: "",
    text: "",
    fileId: "",
    mediaType: "",
    bytes: 0,
  };
  if (kind === "doc" || kind === "media") return { ...data, ...ofFile(kind, given, file) };
  if (given.name === "") throw invalidAt("data.name", texts.nameEmpty);
  if (kind === "map") {
    const { latitude, longitude, address } = given;
    if (latitude === null) throw invalidAt("data.latitude", texts.latitudeWrong);
    if (longitude === null) throw invalidAt("data.longitude", texts.longitudeWrong);
    return { ...data, type: "LOCATION", latitude, longitude, address };
  }
  if (kind === "url") {
    if (!isWebAddress(given.url)) throw invalidAt("data.url", texts.urlWrong);
    return { ...data, type: "URL", url: given.url };
  }
  if (kind === "tag") {
    if (given.name.length > LIBRARY.tag) throw invalidAt("data.name", errorsTexts.tooLong(LIBRARY.tag));
    return { ...data, type: "TAG" };
  }
  if (given.text === "") throw invalidAt("data.text", texts.textEmpty);
  const problems = checkText(given.text, namesKnown(fields));
  if (problems.length > 0) {
    throw invalidAt("data.text", problems.map(({ sentence }) => sentence).join(" "));
  }
  return { ...data, text: given.text };
}

function ofFile(
  kind: "doc" | "media",
  { name, fileId }: ArtifactFields,
  file: DriveRow | undefined,
): Partial<ArtifactData> {
  if (fileId === "") throw invalidAt("data.fileId", texts.fileNeeded);
  if (!file) throw goneAt("data.fileId", texts.fileGone);
  const group = groupOf(file.mediaType);
  if (group === undefined || kindOfGroup(group) !== kind) {
    throw invalidAt("data.fileId", kind === "doc" ? texts.fileNotDocument : texts.fileNotMedia);
  }
  return {
    type: markOfGroup(group),
    name: name || file.name,
    url: pathOfFile(file.id),
    fileId: file.id,
    mediaType: file.mediaType,
    bytes: file.bytes,
  };
}

/** Names that a canned message may use: the person, who writes, and the enterprise's own customer fields. */
const namesKnown = (fields: readonly { fieldName: string }[]): Known =>
  new Map(
    [...replyNames, ...fields.map(({ fieldName }) => fieldName)].map((name) => [name, "text" as const]),
  );

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && (url.protocol === "https:" || url.protocol === "http:");
}

/** The text that a search looks through. */
export const wordsOf = ({ name, desc, address, text, url, fileId }: ArtifactData): string =>
  [name, desc, address, text, fileId ? "" : url].filter(Boolean).join("\n").toLowerCase();
