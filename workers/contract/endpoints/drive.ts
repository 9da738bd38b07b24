import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, publicAccess, signedIn } from "../endpoint.ts";
import type { Permission } from "../permissions.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

/** Private files of the enterprise: uploaded once, readable only by its users. */

const KB = 1024;
const MB = 1024 * KB;
/** With the form around it, a request stays within the platform's limit of 100 MB. */
export const MAX_DRIVE_BYTES = 99_000_000;

/** An enterprise's storage quota in bytes by default, and the largest that it may choose. */
export const USUAL_DRIVE_QUOTA = 5_000_000_000;
export const LEAST_DRIVE_QUOTA = 1_000_000;

export const mediaGroups = {
  audio: ["audio/aac", "audio/mpeg", "audio/mp4", "audio/amr", "audio/ogg"],
  image: ["image/jpeg", "image/png"],
  video: ["video/mp4"],
  document: [
    "application/pdf",
    "application/msword",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.ms-powerpoint",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.ms-excel",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text/csv",
  ],
} as const;
export type MediaGroup = keyof typeof mediaGroups;
export type MediaType = (typeof mediaGroups)[MediaGroup][number];

/** File name extensions allowed for each type; the first is the default for a name without one. */
export const endingsOf: Record<MediaType, readonly [string, ...string[]]> = {
  "audio/aac": ["aac"],
  "audio/mpeg": ["mp3", "mpeg", "mpga"],
  "audio/mp4": ["m4a"],
  "audio/amr": ["amr"],
  "audio/ogg": ["ogg", "oga", "opus"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "video/mp4": ["mp4", "m4v"],
  "application/pdf": ["pdf"],
  "application/msword": ["doc"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.ms-powerpoint": ["ppt"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/vnd.ms-excel": ["xls"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "text/csv": ["csv"],
};

export const groupOf = (type: string): MediaGroup | undefined =>
  (Object.keys(mediaGroups) as MediaGroup[]).find((group) =>
    (mediaGroups[group] as readonly string[]).includes(type),
  );

interface UseRules {
  groups: readonly MediaGroup[];
  most: Partial<Record<MediaGroup, number>>;
  /** Largest width and height of an image. */
  side?: number;
  /** Aspect ratio (width by height) of the cropping dialog. */
  aspect?: number;
}

/** Rules of a file by its use. Size limits of media and documents are WhatsApp's. */
export const useRules = {
  profile: { groups: ["image"], most: { image: 50 * KB }, side: 1024, aspect: 1 },
  logo: { groups: ["image"], most: { image: 50 * KB }, side: 1024, aspect: 1 },
  media: {
    groups: ["image", "audio", "video"],
    most: { image: 5 * MB, audio: 16 * MB, video: 16 * MB },
    aspect: 16 / 9,
  },
  document: { groups: ["document"], most: { document: MAX_DRIVE_BYTES } },
  attachment: {
    groups: ["image", "audio", "video", "document"],
    most: { image: 5 * MB, audio: 16 * MB, video: 16 * MB, document: MAX_DRIVE_BYTES },
  },
  /** Files that visitors of a website send by the widget. */
  visitor: { groups: ["image", "document"], most: { image: 10 * MB, document: 10 * MB } },
  /** Recordings that are transcribed. */
  speech: { groups: ["audio"], most: { audio: 16 * MB } },
} as const satisfies Record<string, UseRules>;
export type DriveUse = keyof typeof useRules;
export const driveUses = Object.keys(useRules) as [DriveUse, ...DriveUse[]];
export const rulesOf = (use: DriveUse): UseRules => useRules[use];

/** People who write to customers, or build bots and templates that do, may attach files. */
export const writers = [
  "CHAT.HANDLE",
  "CAMPAIGNS.CREATE",
  "CAMPAIGNS.EDIT",
  "ENCAPS.CREATE",
  "ENCAPS.EDIT",
  "JOURNEYS.CREATE",
  "JOURNEYS.EDIT",
  "MSG_TEMPLATES.CREATE",
  "RICHCARDS.CREATE",
  "RICHCARDS.EDIT",
  "FLOW.VIEW",
  "CHANNELS.CREATE",
  "CHANNELS.EDIT",
] as const satisfies readonly Permission[];

/** Upload rights by use: holders of one of these, or anybody for their own picture. */
export const uploadersOf: Record<DriveUse, readonly Permission[] | "anybody"> = {
  profile: "anybody",
  logo: ["ENTERPRISE.EDIT"],
  media: writers,
  document: writers,
  attachment: writers,
  // By the widget alone.
  visitor: [],
  speech: ["COGNITIVE.VIEW"],
};

/** People who see what files are attached to, or attach them. */
export const readers = [
  ...writers,
  "CHAT.VIEW_CHATHISTORY",
  "CHAT.VIEW_MONITOR",
  "CAMPAIGNS.VIEW",
  "ENCAPS.VIEW",
  "JOURNEYS.VIEW",
  "MSG_TEMPLATES.VIEW",
  "RICHCARDS.VIEW",
  "CHANNELS.VIEW",
] as const satisfies readonly Permission[];

/** The use of files that customers sent: they come from vendors, never by an upload. */
export const INBOUND = "inbound";

/** Read rights by use: holders of one of these, and whoever uploaded it; everybody sees people's pictures and the logo. */
export const readersOf: Record<DriveUse | typeof INBOUND, readonly Permission[] | "anybody"> = {
  [INBOUND]: readers,
  profile: "anybody",
  logo: "anybody",
  media: readers,
  document: readers,
  attachment: readers,
  visitor: readers,
  speech: ["COGNITIVE.VIEW"],
};

/** A picture with more pixels is never decoded: a small file can unfold into gigabytes. */
export const MOST_PIXELS = 40_000_000;

/** The largest size of any file for this use. */
export const mostBytesOf = (use: DriveUse): number => Math.max(...Object.values(useRules[use].most));

export const driveFile = z.object({
  id: z.string(),
  use: z.enum(driveUses),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  createdAt: time,
  /** Address from which users of the enterprise fetch it, with their token. */
  path: z.string(),
});
export type DriveFile = z.infer<typeof driveFile>;

export const uploadToDrive = endpoint({
  method: "POST",
  path: "/e/drive/upload",
  summary:
    "Takes one file in, as it comes; `use` says what for and must stand before the file. The type is told by the contents. What nothing uses a day later is removed",
  access: signedIn,
  query: z.object({
    bucketUpload: z
      .boolean()
      .default(false)
      .meta({ description: "For a bucket of the library: any type that a message may carry" }),
  }),
  body: z.object({ use: z.enum(driveUses).default("attachment") }),
  incoming: { field: "file", maxBytes: MAX_DRIVE_BYTES },
  reply: driveFile,
  under: "data",
});

export const getDriveFile = endpoint({
  method: "GET",
  path: "/e/drive/files/:id",
  summary: "The bytes of a file, always for saving; what it is for decides who may read it",
  access: signedIn,
  anew: false,
  params: z.object({ id }),
  reply: z.null(),
  under: "data",
  file: "application/octet-stream",
});

/** Lifetime of a link to a file. */
export const LINK_MINUTES = 5;

export const linkDriveFile = endpoint({
  method: "POST",
  path: "/e/drive/files/:id/link",
  summary: `A link to a file that works without a token, for ${LINK_MINUTES} minutes`,
  access: signedIn,
  params: z.object({ id }),
  reply: z.object({ url: z.string(), expiresAt: time }),
  under: "data",
});

export const openDriveLink = endpoint({
  method: "GET",
  path: "/e/drive/open/:link",
  summary: "The bytes of the file that a signed link names",
  access: publicAccess("The link is signed, names one file of one enterprise and dies within minutes."),
  params: z.object({ link: z.string().max(1_000) }),
  reply: z.null(),
  under: "data",
  file: "application/octet-stream",
});

/** Attachment rules of channels, by the code of their type. Sizes are the vendors'. */
export const channelMedia: Record<number, Partial<Record<MediaGroup, number>>> = {
  1: { image: 10 * MB, audio: 10 * MB, video: 10 * MB, document: 10 * MB },
  3: { image: 8 * MB, audio: 25 * MB, video: 25 * MB, document: 25 * MB },
  4: { image: 5 * MB, audio: 16 * MB, video: 16 * MB, document: 100 * MB },
  5: { image: 5 * MB, audio: 20 * MB, video: 20 * MB, document: 20 * MB },
  6: { image: 5 * MB },
  10: { image: 2 * MB, video: 10 * MB, document: 100 * MB },
  11: { image: 8 * MB, audio: 25 * MB, video: 25 * MB },
  12: { image: 5 * MB, audio: 16 * MB, video: 16 * MB, document: 50 * MB },
};

export const validateMedia = endpoint({
  method: "GET",
  path: "/e/enterprise/media/validate",
  summary:
    "Whether a channel takes the file at an address, or one of the drive; the type is told by the contents",
  access: signedIn,
  query: z.object({
    url: z.string().max(2_000).optional(),
    fileId: id.optional(),
    channelType: z.coerce.number(errorsTexts.notNumber).int().min(0).max(99).default(4),
  }),
  reply: z.object({
    valid: z.boolean(),
    reason: said(),
    mediaType: z.string(),
    /** Null if the other end does not say. */
    bytes: z.int().nullable(),
  }),
  under: "data",
});
