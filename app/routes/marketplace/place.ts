import type { MadeKind, PackageEntry, ShelfEntry, Source } from "#workers/contract/endpoints/marketplace.ts";
import { packageKinds, type PackageKind } from "#workers/contract/marketplace/kinds.ts";
import {
  packageCategories,
  type PackageCategory,
  type PackageLanguage,
  packageLanguages,
} from "#workers/contract/marketplace/package.ts";

/** Something that is looked into or installed. */
export interface Chosen {
  from: Source;
  name: string;
  kind: PackageKind;
}

/** Before the id of something of the shelf that is shared again, in the address. */
export const AGAIN = "again";

/** The search, as the address holds it. */
export interface Place {
  tab: "ready" | "shelf";
  kind: PackageKind | "";
  category: PackageCategory | "";
  language: PackageLanguage | "";
}

export function placeIn(search: URLSearchParams): Place {
  const one = <Value extends string>(all: readonly Value[], name: string): Value | "" =>
    all.find((each) => each === search.get(name)) ?? "";
  return {
    tab: search.get("tab") === "shelf" ? "shelf" : "ready",
    kind: one(packageKinds, "kind"),
    category: one(packageCategories, "category"),
    language: one(packageLanguages, "language"),
  };
}

const holds = (words: string, query: string): boolean =>
  words.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());

export const packagesLike = (
  all: readonly PackageEntry[],
  { kind, category, language }: Place,
  query: string,
): PackageEntry[] =>
  all.filter(
    (each) =>
      (kind === "" || each.kind === kind) &&
      (category === "" || each.category === category) &&
      (language === "" || each.language === language) &&
      holds(`${each.name} ${each.summary}`, query),
  );

export const shelvedLike = (all: readonly ShelfEntry[], { kind }: Place, query: string): ShelfEntry[] =>
  all.filter((each) => (kind === "" || each.kind === kind) && holds(`${each.name} ${each.note}`, query));

/** Where somebody goes on with what was made. */
export function addressOf({ of, id }: { of: MadeKind; id: string }): string {
  switch (of) {
    case "journey":
      return `/designer/journey/${id}`;
    case "encap":
      return `/encaps/workspace/${id}`;
    case "bot":
      return `/bots/${id}`;
    case "form":
      return `/designer/forms/${id}`;
    case "flow":
      return `/designer/flow/${id}/screen/first`;
    case "template":
      return `/admin/messageTemplate/whatsapp/${id}`;
    default:
      return of satisfies never;
  }
}
