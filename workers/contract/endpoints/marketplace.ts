import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { fileLimits, referenceKinds } from "#workers/contract/automation/automation-file.ts";
import { packageKinds } from "#workers/contract/marketplace/kinds.ts";
import {
  packageCategories,
  packageContent,
  packageLanguages,
} from "#workers/contract/marketplace/package.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { importChoices, importStates, neededReference } from "./automation-files.ts";
import { said } from "../said.ts";

/** Ready-made things that come with the build, an enterprise's own shelf, and installing from both. */

export const SHELF = { most: 200, name: 100, note: 500, bytes: 900_000, templates: 50 } as const;

/** Things that an install makes; a form may come with a journey. */
export const madeKinds = ["journey", "encap", "bot", "form", "flow", "template"] as const;
export type MadeKind = (typeof madeKinds)[number];

const kind = z.enum(packageKinds);
const thing = z.object({ of: z.enum(madeKinds), id: z.string(), name: z.string() });
export type MadeThing = z.infer<typeof thing>;

const usedHere = z.object({
  version: z.int(),
  at: time,
  by: z.string(),
  /** Of what was made and is still here. */
  things: z.array(
    thing.extend({
      altered: z.boolean().meta({ description: "Changed by somebody since it was installed" }),
    }),
  ),
});
export type UsedHere = z.infer<typeof usedHere>;

const counts = z.object({
  steps: z.int(),
  intents: z.int(),
  fields: z.int(),
  screens: z.int(),
  templates: z.int(),
});
const about = {
  id: z.string(),
  kind,
  name: z.string(),
  counts,
};
const entry = z.object({
  ...about,
  version: z.int(),
  category: z.enum(packageCategories),
  language: z.enum(packageLanguages),
  summary: z.string(),
  changes: z.string().meta({ description: "What this version changes; empty in the first" }),
  channels: z.array(z.int()).meta({ description: "Types of channels that it is made for; none: every one" }),
  used: usedHere.nullable(),
});
export type PackageEntry = z.infer<typeof entry>;
const refused = z.object({ id: z.string(), name: z.string(), reason: said() });

const shelved = z.object({
  ...about,
  version: z.int().meta({ description: "One more each time that it is shared again" }),
  things: z.array(z.string()).meta({ description: "Ids of what it is a copy of" }),
  note: z.string(),
  by: z.string(),
  at: time,
  used: usedHere.nullable(),
});
export type ShelfEntry = z.infer<typeof shelved>;

const packageId = text(60);
/** Where something is installed from. */
const source = z.union(
  [z.strictObject({ package: packageId.min(1) }), z.strictObject({ shelf: id })],
  texts.source,
);
export type Source = z.infer<typeof source>;

const part = z.object({
  of: z.enum(madeKinds),
  /** In the package. */
  id: z.string(),
  name: z.string(),
  state: z.enum(importStates),
  /** The thing that an earlier install made of it, and whether somebody changed it since; null: it would be new. */
  existing: z
    .object({
      id: z.string(),
      name: z.string(),
      mark: z.string().meta({ description: "Of its contents now; a replacement names it" }),
      altered: z.boolean(),
      fixed: z.boolean().meta({ description: "It can't be replaced: a vendor has seen it" }),
      newer: z.boolean().meta({ description: "This version changes what was installed" }),
    })
    .nullable(),
  freeName: z.string(),
});
export type PackagePart = z.infer<typeof part>;
const named = z.object({ id: z.string(), name: z.string() });

const checked = z.object({
  name: z.string(),
  kind,
  version: z.int(),
  /** Of the newest install of it here; null where it is not used. */
  used: z.int().nullable(),
  changes: z.string(),
  parts: z.array(part),
  references: z.array(neededReference),
  /** The things that each kind of reference may become. */
  choices: z.partialRecord(z.enum(referenceKinds), z.array(named)),
  channels: z
    .array(named)
    .nullable()
    .meta({ description: "Channels to choose from; null where none is needed" }),
});
export type CheckedPackage = z.infer<typeof checked>;

const chosenPart = z.object({
  of: z.enum(madeKinds),
  id: z.string().min(1).max(200),
  into: z.enum(["new", "existing", "skip"], texts.choose),
  name: text(200).default(""),
  /** Of what is replaced, as the check has told it. */
  existing: z.object({ id, mark: z.string().max(60) }).optional(),
});
export type ChosenPackagePart = z.infer<typeof chosenPart>;
const installed = z.object({ version: z.int(), things: z.array(thing) });
export type Installed = z.infer<typeof installed>;

const all = "/e/enterprise/marketplace";
const access = holding("MARKET_PLACE.VIEW");

export const listPackages = endpoint({
  method: "GET",
  path: `${all}/packages`,
  summary:
    "Packages that come with the build, whether each is used here, and those whose signature doesn't hold",
  access,
  reply: z.object({ packages: z.array(entry), refused: z.array(refused) }),
  under: "response",
});

export const getPackage = endpoint({
  method: "GET",
  path: `${all}/packages/:id`,
  summary: "One package with all that it holds, to be looked at",
  access,
  params: z.object({ id: packageId }),
  reply: entry.extend({ content: packageContent }),
  under: "response",
});

export const listShelf = endpoint({
  method: "GET",
  path: `${all}/shelf`,
  summary: "What the enterprise's own people have put on its shelf, newest first",
  access,
  reply: z.object({ things: z.array(shelved) }),
  under: "response",
});

export const getShelved = endpoint({
  method: "GET",
  path: `${all}/shelf/:id`,
  summary: "One thing of the shelf with all that it holds",
  access,
  params: z.object({ id }),
  reply: shelved.extend({ content: packageContent }),
  under: "response",
});

export const addToShelf = endpoint({
  method: "POST",
  path: `${all}/shelf`,
  summary:
    "Puts a copy of a journey, encap, bot, form, flow or set of templates on the shelf, as something new or as the next version of what is there; needs the right to make one",
  access,
  body: z
    .object({
      kind,
      thingId: id.optional().meta({ description: "What is shared; a set of templates has `thingIds`" }),
      thingIds: z.array(id).max(SHELF.templates, texts.tooManyTemplates(SHELF.templates)).default([]),
      replaces: id
        .optional()
        .meta({ description: "Something of the shelf of the same kind, of which this is the next version" }),
      name: name(texts.nameEmpty, SHELF.name),
      note: text(SHELF.note).default(""),
    })
    .superRefine(({ kind: of, thingId, thingIds }, { addIssue }) => {
      const path = of === "templates" ? "thingIds" : "thingId";
      if (of === "templates" ? thingIds.length === 0 : thingId === undefined)
        addIssue({ code: "custom", path: [path], message: texts.chooseThing });
    }),
  reply: shelved,
  under: "response",
});

export const removeFromShelf = endpoint({
  method: "DELETE",
  path: `${all}/shelf/:id`,
  summary: "Takes something off the shelf; what was installed from it stays",
  access,
  params: z.object({ id }),
  reply: z.null(),
  under: "response",
});

export const checkInstall = endpoint({
  method: "POST",
  path: `${all}/check`,
  summary: "What an install would make and what it needs. Nothing is written",
  access,
  body: z.object({ from: source }),
  anew: false,
  reply: checked,
  under: "response",
});

export const install = endpoint({
  method: "POST",
  path: `${all}/install`,
  summary: "Installs a package or something of the shelf, in one transaction; nothing is published",
  access,
  body: z.object({
    from: source,
    version: z.int(errorsTexts.notNumber).min(1),
    /** Of one press: the same again is answered as it was and makes nothing. */
    key: id,
    parts: z
      .array(chosenPart)
      .max(fileLimits.automations * 2)
      .default([]),
    references: importChoices.references,
    channelId: id.optional(),
  }),
  reply: installed,
  under: "response",
});
