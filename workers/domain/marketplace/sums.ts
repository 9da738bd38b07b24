import type { PackageContent } from "#workers/contract/marketplace/package.ts";
import { digest } from "../identity/digest.ts";
import { canonical } from "./canonical.ts";

/** The part of a set's template: one name may be there in several languages. */
export const templatePart = ({ name, language }: { name: string; language: string }): string =>
  `${name}/${language}`;

/**
 * The sum of what an offer holds for each of its parts: kept with an install, it tells whether a later version has anything
 * new for one. A journey's or encap's parts have none, since their import compares them with what is here.
 */
export function sumsOf(content: PackageContent): ReadonlyMap<string, string> {
  const one = (part: string, held: unknown) => [part, digest(canonical(held))] as const;
  switch (content.kind) {
    case "journey":
    case "encap":
      return new Map();
    case "bot":
      return new Map([one("bot", content.file)]);
    case "form":
      return new Map([one("form", content.form)]);
    case "flow":
      return new Map([one("flow", content.flow)]);
    case "templates":
      return new Map(content.templates.map((each) => one(templatePart(each), each)));
    default:
      return content satisfies never;
  }
}
