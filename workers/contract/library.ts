import type { MediaGroup } from "./endpoints/drive.ts";

/** Kinds of entries of the library, by the codes of the specification (platform-shell.md 3). */
export const artifactTypes = { doc: 0, media: 1, map: 2, url: 3, tag: 4, message: 7 } as const;
export type ArtifactKind = keyof typeof artifactTypes;
export type ArtifactType = (typeof artifactTypes)[ArtifactKind];
export const artifactKinds = Object.keys(artifactTypes) as ArtifactKind[];
export const isArtifactType = (type: number): type is ArtifactType => kindOfArtifact(type) !== undefined;
export const kindOfArtifact = (type: number): ArtifactKind | undefined =>
  artifactKinds.find((kind) => artifactTypes[kind] === type);

/** How lists mark an entry (customer-master.md 2); URL and TAG are ours. */
export const artifactMarks = ["IMAGE", "VIDEO", "AUDIO", "DOC", "LOCATION", "URL", "TAG", "MSG"] as const;
export type ArtifactMark = (typeof artifactMarks)[number];

const MARK_OF_GROUP = {
  image: "IMAGE",
  video: "VIDEO",
  audio: "AUDIO",
  document: "DOC",
} as const satisfies Record<MediaGroup, ArtifactMark>;
export const markOfGroup = (group: MediaGroup): ArtifactMark => MARK_OF_GROUP[group];

/** The kind under which a file of this group is kept. */
export const kindOfGroup = (group: MediaGroup): "doc" | "media" => (group === "document" ? "doc" : "media");

/** An entry's own fields; those that its type has no use for are empty. */
export interface ArtifactData {
  type: ArtifactMark;
  name: string;
  desc: string;
  /** Of a place. */
  address: string;
  latitude: number | null;
  longitude: number | null;
  /** Of a link; of a file, the address from which users of the enterprise fetch it. */
  url: string;
  /** Of a canned message, with `{name}` for what is filled in. */
  text: string;
  fileId: string;
  mediaType: string;
  bytes: number;
}

export const LIBRARY = {
  name: 200,
  desc: 500,
  address: 500,
  /** As long as the longest message of WhatsApp. */
  text: 4_096,
  tag: 50,
  url: 2_000,
  bucketName: 100,
  /** Buckets within one another. */
  depth: 5,
  buckets: 1_000,
  artifacts: 20_000,
  /** Entries and buckets in one move. */
  atOnce: 200,
  /** Entries in one move of all that match. */
  matchingAtOnce: 1_000,
} as const;

/** Names that a canned message may use, beside the enterprise's own customer fields. */
export const replyNames = ["name", "phoneNumber", "agent", "department"] as const;
