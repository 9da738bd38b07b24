import type { Permission } from "../permissions.ts";

/** Kinds of packages, apart from what they hold: lists that only offer to share one load none of that. */

export const packageKinds = ["journey", "encap", "bot", "form", "flow", "templates"] as const;
export type PackageKind = (typeof packageKinds)[number];
/** Kinds of which one thing is shared from its row; templates are shared as sets. */
export type ShelfKind = Exclude<PackageKind, "templates">;

/** The permission to make a thing of each kind: to install one, put one on the shelf or take one down. */
export const MAKERS: Readonly<Record<PackageKind, Permission>> = {
  journey: "JOURNEYS.CREATE",
  encap: "ENCAPS.CREATE",
  bot: "NLP.VIEW",
  form: "ENCAPS.CREATE",
  flow: "JOURNEYS.EDIT",
  templates: "MSG_TEMPLATES.CREATE",
};
