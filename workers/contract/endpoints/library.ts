import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { jobProgress } from "../jobs.ts";
import { artifactMarks, isArtifactType, LIBRARY } from "../library.ts";
import { readers, writers } from "./drive.ts";

/** Attachments a page of the picker, and of the library's own screen. */
export const PICKER_PAGE = 15;
export const LIBRARY_PAGE = 20;

const type = z.int(texts.typeWrong).refine(isArtifactType, texts.typeWrong);
const visibility = z.enum(["public", "private"], "Enter public or private.");
/** An id, or nothing. */
const perhaps = z.string(errorsTexts.notText).max(64, errorsTexts.tooLong(64)).default("");
const coordinate = (most: number, message: string) =>
  z.number(message).min(-most, message).max(most, message).nullable().default(null);

/** Fields of an entry; those that its type has no use for are left out. */
export const artifactFields = z.object({
  name: text(LIBRARY.name).default(""),
  desc: text(LIBRARY.desc).default(""),
  address: text(LIBRARY.address).default(""),
  latitude: coordinate(90, texts.latitudeWrong),
  longitude: coordinate(180, texts.longitudeWrong),
  url: text(LIBRARY.url).default(""),
  text: text(LIBRARY.text).default(""),
  fileId: perhaps,
});
export type ArtifactFields = z.infer<typeof artifactFields>;

const place = {
  deptId: perhaps.meta({ description: "Offered to people of this department alone; empty for everybody" }),
  bucketId: perhaps,
  isPublic: z.boolean().default(false),
};

const artifact = z.object({
  _id: z.string(),
  type: z.int(),
  data: z.object({
    type: z.enum(artifactMarks),
    name: z.string(),
    desc: z.string(),
    address: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    url: z.string(),
    text: z.string(),
    fileId: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
  }),
  deptId: z.string(),
  bucketId: z.string(),
  isPublic: z.boolean(),
  adminCreated: z.boolean().meta({ description: "Made by an administrator: only administrators change it" }),
  mayEdit: z.boolean(),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type Artifact = z.infer<typeof artifact>;

const bucket = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string(),
  isPublic: z.boolean(),
  adminCreated: z.boolean(),
  mayEdit: z.boolean(),
  items: z.int().meta({ description: "Entries in it that the caller may see" }),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type Bucket = z.infer<typeof bucket>;

const all = "/e/enterprise/artifacts";
const one = `${all}/:id`;
const buckets = "/e/enterprise/buckets";
const oneBucket = `${buckets}/:id`;
const params = z.object({ id });
const reading = holding(...readers);
const writing = holding(...writers);

/** Of a list of entries, and of all that match it. */
const sought = {
  type: type.optional(),
  visibility: visibility.optional().meta({ description: "public, private, or both without it" }),
  desc: text(100).default("").meta({ description: "Words in names, descriptions, addresses and messages" }),
  bucketId: perhaps.meta({ description: "In this bucket; empty for all" }),
};

export const listArtifacts = endpoint({
  method: "GET",
  path: all,
  summary: "Entries of the library, newest change first",
  access: reading,
  query: z.object({
    ...sought,
    mediaType: z
      .enum(["", ...artifactMarks])
      .default("")
      .meta({ description: "IMAGE, VIDEO, AUDIO, DOC and so on; empty for all" }),
    deptId: perhaps.meta({ description: "Also what this department alone is offered" }),
    adminView: z.boolean().default(false).meta({ description: "Only what administrators have made" }),
    ...paging(LIBRARY_PAGE),
  }),
  reply: z.object({
    artifacts: z.array(artifact),
    more: z.boolean(),
    total,
    changeable: total.meta({ description: "Of them, those that the caller may change" }),
  }),
  under: "response",
});

export const getArtifact = endpoint({
  method: "GET",
  path: one,
  summary: "An entry of the library, and what uses its file",
  access: reading,
  params,
  reply: z.object({
    artifact,
    usedIn: z.object({
      templates: z.array(z.object({ id: z.string(), name: z.string(), language: z.string() })),
      messages: z.int().meta({ description: "Messages with its file, those that wait among them" }),
    }),
  }),
  under: "response",
});

export const createArtifact = endpoint({
  method: "POST",
  path: all,
  summary: "Puts an entry into the library",
  access: writing,
  body: z.object({ type, data: artifactFields, ...place }),
  reply: artifact,
  under: "response",
});

export const updateArtifact = endpoint({
  method: "PUT",
  path: one,
  summary: "Changes an entry; what it is stays",
  access: writing,
  params,
  body: z.object({ data: artifactFields, ...place, revision }),
  reply: artifact,
  under: "response",
});

export const deleteArtifact = endpoint({
  method: "DELETE",
  path: one,
  summary: "Takes an entry out of the library; messages and templates keep its file",
  access: writing,
  params,
  reply: z.null(),
  under: "response",
});

export const listBuckets = endpoint({
  method: "GET",
  path: buckets,
  summary: "Buckets by name, at every depth",
  access: reading,
  query: z.object({
    visibility: visibility.optional(),
    desc: text(100).default("").meta({ description: "Words in their names" }),
    type: type.optional().meta({ description: "Counts entries of this type alone" }),
    mediaType: z.enum(["", ...artifactMarks]).default(""),
    deptId: perhaps,
    ...paging(-1),
  }),
  reply: z.object({ list: z.array(bucket), more: z.boolean() }),
  under: "data",
});

const bucketName = name(texts.bucketNameEmpty, LIBRARY.bucketName);

export const createBucket = endpoint({
  method: "POST",
  path: buckets,
  summary: "Adds a bucket; one within another is as public as that",
  access: writing,
  body: z.object({ name: bucketName, parentId: perhaps, isPublic: z.boolean().default(false) }),
  reply: bucket,
  under: "data",
});

export const updateBucket = endpoint({
  method: "PUT",
  path: oneBucket,
  summary: "Renames a bucket",
  access: writing,
  params,
  body: z.object({ name: bucketName, revision }),
  reply: bucket,
  under: "data",
});

export const deleteBucket = endpoint({
  method: "DELETE",
  path: oneBucket,
  summary: "Deletes a bucket without buckets in it; its entries go to where it was",
  access: writing,
  params,
  reply: z.null(),
  under: "data",
});

const ids = z.array(id).max(LIBRARY.atOnce).default([]);
const chosen = z.object({
  artifacts: ids,
  buckets: ids,
  matching: z
    .object(sought)
    .optional()
    .meta({
      description: `In place of entries: all that match and that the caller may change; more than ${LIBRARY.matchingAtOnce} are moved by a job`,
    }),
});
const moved = z.object({
  changed: z.int(),
  job: jobProgress.nullable().meta({ description: "The job that moves them; null where it is done" }),
});

export const moveIntoBucket = endpoint({
  method: "POST",
  path: `${oneBucket}/move`,
  summary: "Moves entries and buckets into a bucket: all of them, or none",
  access: writing,
  params,
  body: chosen,
  reply: moved,
  under: "data",
});

export const removeFromBucket = endpoint({
  method: "POST",
  path: `${oneBucket}/remove`,
  summary: "Takes entries and buckets out of a bucket: they are in none then",
  access: writing,
  params,
  body: chosen,
  reply: moved,
  under: "data",
});
