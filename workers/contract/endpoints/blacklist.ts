import { z } from "zod";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { errorsTexts } from "#texts/errors.ts";
import { isChannelType } from "../channel-types.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { jobProgress } from "../jobs.ts";
import { said } from "../said.ts";

/** Numbers and mail addresses that an enterprise never contacts. */

export const BLACKLIST_PAGE = 20;
/** So many at once by hand; a file may have more. */
export const MOST_ADDRESSES = 5_000;
export const MOST_BLACKLIST_ROWS = 100_000;
export const MAX_BLACKLIST_BYTES = 8 * 1024 * 1024;
export const LONGEST_REASON = 200;
/** Those who were not taken that one answer names. */
const LONGEST_ADDRESS = 320;

const managing = holding("CAMPAIGNS.BLACKLIST");
export const blacklistPath = "/chatbird/api/campaign/blackList";
const params = z.object({ id });

const channelType = z
  .int(errorsTexts.notNumber)
  .refine(isChannelType, errorsTexts.notFound)
  .nullable()
  .default(null)
  .meta({ description: "Code of the channel type; null: all of them" });

const entry = z.object({
  id: z.string(),
  address: z
    .string()
    .nullable()
    .meta({ description: "Masked without CUSTOMER.VIEW; null once the person was erased" }),
  channelType: z.int().nullable().meta({ description: "null: all channel types" }),
  reason: z.string(),
  source: z.enum(["screen", "import"]),
  by: z.string(),
  at: time,
  revision: z.int(),
});
export type BlacklistEntry = z.infer<typeof entry>;

const search = text(200).default("").meta({
  description: "A part of the address or of the reason; without CUSTOMER.VIEW the whole address",
});

export const listBlacklist = endpoint({
  method: "GET",
  path: blacklistPath,
  summary: "Who is never contacted, the newest entry first",
  access: managing,
  query: z.object({ search, ...paging(BLACKLIST_PAGE) }),
  reply: z.object({
    blackList: z.array(entry),
    more: z.boolean(),
    total,
    newest: z.string().meta({ description: "Id of the newest entry that matches; empty where none does" }),
  }),
  under: "data",
});

export const addToBlacklist = endpoint({
  method: "POST",
  path: blacklistPath,
  summary:
    "Puts addresses on the blacklist, each once: nothing more leaves to them, also where they become known only later",
  access: managing,
  maxBytes: 2 * 1024 * 1024,
  body: z.object({
    addresses: z
      .array(z.string(errorsTexts.notText).max(MOST_ADDRESSES * LONGEST_ADDRESS, errorsTexts.tooLarge))
      .min(1, texts.noAddress)
      .max(MOST_ADDRESSES, errorsTexts.tooMany(MOST_ADDRESSES))
      .meta({
        description:
          "Numbers with their country code, or mail addresses; one may hold several by commas or lines",
      }),
    channelType,
    reason: text(LONGEST_REASON).default(""),
  }),
  reply: z.object({
    added: z.int(),
    known: z.int().meta({ description: "Who was there already" }),
    invalid: z
      .array(z.object({ address: z.string(), problem: said() }))
      .meta({ description: "Everybody who was not taken, as they were typed" }),
    invalidCount: z.int(),
  }),
  under: "data",
});
export type AddedToBlacklist = z.infer<typeof addToBlacklist.reply>;

export const exportBlacklist = endpoint({
  method: "GET",
  path: `${blacklistPath}/export`,
  summary: "The blacklist as a CSV that imports back to the same",
  access: managing,
  query: z.object({ search }),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const importBlacklist = endpoint({
  method: "POST",
  path: `${blacklistPath}/import`,
  summary: "Puts the addresses of a CSV file on the blacklist, by a job",
  access: managing,
  maxBytes: MAX_BLACKLIST_BYTES + 64 * 1024,
  upload: { field: "file", most: 1 },
  body: z.object({ channelType, reason: text(LONGEST_REASON).default("") }),
  reply: jobProgress,
  under: "data",
});

export const getBlacklistImport = endpoint({
  method: "GET",
  path: `${blacklistPath}/import`,
  summary: "The latest import, running or ended; null where there was none",
  access: managing,
  reply: z.object({ job: jobProgress.nullable() }),
  under: "data",
});

export const blacklistRejectsCsv = endpoint({
  method: "GET",
  path: `${blacklistPath}/import/:id/rejects`,
  summary: "The rows of an import that were not taken, and why; they are kept for a day",
  access: managing,
  params: params.meta({ description: "The job's id" }),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

export const editBlacklisted = endpoint({
  method: "PUT",
  path: `${blacklistPath}/:id`,
  summary: "Changes an entry's reason",
  access: managing,
  params,
  body: z.object({ reason: text(LONGEST_REASON), revision }),
  reply: entry,
  under: "data",
});

export const removeFromBlacklist = endpoint({
  method: "DELETE",
  path: `${blacklistPath}/:id`,
  summary: "Takes an entry off: what it refused is given again, what the person refused stays",
  access: managing,
  params,
  reply: z.null(),
  under: "data",
});

/** So many go at once; of more a job takes them off. */
export const MOST_REMOVED = 1_000;

const job = jobProgress.nullable();

export const removeManyFromBlacklist = endpoint({
  method: "POST",
  path: `${blacklistPath}/delete`,
  summary: `Takes entries off, by their ids or by what they match; those that are not there any more are passed over. More than ${MOST_REMOVED} that match are taken off by a job. \`undoRemoval\` puts them back for a day`,
  access: managing,
  anew: true,
  body: z
    .object({
      ids: z.array(id).max(MOST_REMOVED, errorsTexts.tooMany(MOST_REMOVED)).default([]),
      matching: z
        .object({ search, upTo: id.meta({ description: "The newest entry that goes: later ones stay" }) })
        .optional()
        .meta({ description: "All that match, in place of ids" }),
    })
    .refine(({ ids, matching }) => matching !== undefined || ids.length > 0, {
      path: ["ids"],
      message: errorsTexts.mandatory,
    }),
  reply: z.object({
    removed: z.int(),
    work: z.string().meta({ description: "By which it can be undone" }),
    job: job.meta({ description: "The job that takes them off; null where it is done" }),
  }),
  under: "data",
});

export const undoRemoval = endpoint({
  method: "POST",
  path: `${blacklistPath}/undo`,
  summary:
    "Puts back what one call took off, as it was; an address that somebody has added meanwhile stays as they added it",
  access: managing,
  body: z.object({ work: id }),
  reply: z.object({
    restored: z.int(),
    job: job.meta({ description: "The job that puts them back; null where it is done" }),
  }),
  under: "data",
});
