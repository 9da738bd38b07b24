import { waFlowCheckTexts as texts } from "#texts/wa-flow-check.ts";
import { checkAction } from "./check-action.ts";
import { checkParts, isDynamic, type OnScreen } from "./check-context.ts";
import { isJson, type Json, jsonOf, pointer, textOf } from "./flow-json.ts";
import type { FlowProperty } from "./properties.ts";

const OPTION_LENGTHS = { title: 30, description: 300, metadata: 20 } as const;
const OPTION_PARTS = [
  "id",
  ...Object.keys(OPTION_LENGTHS),
  "enabled",
  "image",
  "alt-text",
  "color",
  "on-select-action",
  "on-unselect-action",
];
const ITEM_PARTS = ["id", "main-content", "start", "end", "badge", "tags", "on-click-action"];
const MAIN = { title: 30, description: 20, metadata: 80 } as const;
const END = { title: 10, description: 20, metadata: 80 } as const;
const MOST_TAGS = 3;
const SHORT = 15;

/** The entries of a list that is not filled in later, each an object; nothing where it is not a list. */
function entriesOf(
  screen: OnScreen,
  { least = 0, most = 0 }: FlowProperty,
  value: unknown,
  path: string,
): Json[] {
  if (isDynamic(value)) return [];
  if (!Array.isArray(value)) {
    screen.problem(path, texts.list);
    return [];
  }
  if (value.length < least || value.length > most) screen.problem(path, texts.entries(least, most));
  return value.slice(0, most).map(jsonOf);
}

function checkIds({ problem }: OnScreen, entries: readonly Json[], path: string): void {
  const seen = new Set<string>();
  for (const [at, { id }] of entries.entries()) {
    if (typeof id !== "string" || id === "") problem(pointer(path, at), texts.entryId);
    else if (seen.has(id)) problem(pointer(path, at, "id"), texts.entryTwice(id));
    seen.add(textOf(id));
  }
}

function checkLengths(
  { problem }: OnScreen,
  entry: Json,
  path: string,
  lengths: Readonly<Record<string, number>>,
): void {
  for (const [part, most] of Object.entries(lengths)) {
    const value = entry[part];
    if (value === undefined || isDynamic(value)) continue;
    if (typeof value !== "string") problem(pointer(path, part), texts.text);
    else if (value.length > most) problem(pointer(path, part), texts.long(most));
    else if (value.trim() === "" && part === "title") problem(pointer(path, part), texts.empty);
  }
}

/** Checks the options to choose from: ids of their own, a title each, lengths. */
export function checkOptions(screen: OnScreen, property: FlowProperty, value: unknown, path: string): void {
  const entries = entriesOf(screen, property, value, path);
  checkIds(screen, entries, path);
  for (const [at, entry] of entries.entries()) {
    const here = pointer(path, at);
    checkParts(screen, entry, here, OPTION_PARTS);
    if (entry["title"] === undefined) screen.problem(here, texts.entry);
    checkLengths(screen, entry, here, OPTION_LENGTHS);
    for (const part of ["on-select-action", "on-unselect-action"] as const)
      if (entry[part] !== undefined)
        checkAction(screen, entry[part], pointer(here, part), ["update_data", "data_exchange"]);
  }
}

/** Entries of a NavigationList; what a press does is said once: for the list or for each entry. */
export function checkItems(screen: OnScreen, property: FlowProperty, value: unknown, path: string): void {
  const { problem } = screen;
  const entries = entriesOf(screen, property, value, path);
  checkIds(screen, entries, path);
  if (entries.filter(({ badge }) => badge !== undefined).length > 1) problem(path, texts.oneBadge);
  for (const [at, entry] of entries.entries()) {
    const here = pointer(path, at);
    checkParts(screen, entry, here, ITEM_PARTS);
    const main = entry["main-content"];
    if (!isJson(main) || main["title"] === undefined) problem(pointer(here, "main-content"), texts.entry);
    else checkLengths(screen, main, pointer(here, "main-content"), MAIN);
    checkLengths(screen, jsonOf(entry["end"]), pointer(here, "end"), END);
    checkLengths(screen, entry, here, { badge: SHORT });
    const { tags } = entry;
    if (tags !== undefined && (!Array.isArray(tags) || tags.length > MOST_TAGS))
      problem(pointer(here, "tags"), texts.entries(0, MOST_TAGS));
    if (entry["on-click-action"] !== undefined)
      checkAction(screen, entry["on-click-action"], pointer(here, "on-click-action"), [
        "navigate",
        "data_exchange",
      ]);
  }
}

/** Pictures of a carousel. */
export function checkPictures(screen: OnScreen, property: FlowProperty, value: unknown, path: string): void {
  for (const [at, entry] of entriesOf(screen, property, value, path).entries()) {
    const here = pointer(path, at);
    checkParts(screen, entry, here, ["src", "alt-text"]);
    if (textOf(entry["src"]) === "") screen.problem(here, texts.needed("src"));
    if (textOf(entry["alt-text"]) === "") screen.problem(here, texts.needed("alt-text"));
  }
}
