import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";

/** Trims outer white space and collapses inner runs into one space, as names are stored and shown. */
export const collapse = (text: string): string => text.trim().replace(/\s+/gu, " ");

/** Two names are the same when they differ only by case, outer or repeated white space. */
export const nameKey = (name: string): string =>
  SIMPLE.test(name) ? name.toLowerCase() : collapse(name.normalize("NFKC")).toLowerCase();

/** Words of ASCII, one space apart: nothing in them is normalised or collapsed. */
const SIMPLE = /^[!-~]+(?: [!-~]+)*$/;

/** The most rows in one response, whatever `perPage` asks for; `more` then says that there are others. */
export const PAGE_CAP = 5_000;

/** A name: trimmed, never empty, at most `max` characters. `empty` is the message for an empty one. */
export const name = (empty: string, max = 100) =>
  z.string(empty).overwrite(collapse).min(1, empty).max(max, errorsTexts.tooLong(max));

/** Free text of at most `max` characters, trimmed. */
export const text = (max: number) => z.string(errorsTexts.notText).trim().max(max, errorsTexts.tooLong(max));

/** Paging parameters of every list: `perPage` -1 means all, up to PAGE_CAP. */
export const paging = (perPage: number) => ({
  from: z.int(errorsTexts.notNumber).min(0, errorsTexts.notNumber).max(10_000_000).default(0),
  perPage: z
    .int(errorsTexts.notNumber)
    .refine((value) => value === -1 || (value >= 1 && value <= PAGE_CAP), errorsTexts.perPage(PAGE_CAP))
    .default(perPage)
    .meta({ description: `Rows a page; -1 means all, at most ${PAGE_CAP}` }),
});

/** The revision that an edit began from: if it is no longer the newest, the edit is refused (409). */
export const revision = z.int().min(1).optional();

export const time = z.iso.datetime().meta({ description: "ISO 8601, UTC" });
