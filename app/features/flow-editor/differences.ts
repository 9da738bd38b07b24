import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { type Json, screensOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import type { FlowValue } from "./use-flow.ts";

/** Mine against somebody else's, a line each: screen by screen, and what is the whole's. */
export function differences(mine: FlowValue, theirs: FlowValue): string[] {
  const differs = (part: keyof FlowValue) => JSON.stringify(mine[part]) !== JSON.stringify(theirs[part]);
  const screens = screenDifferences(screensById(mine), screensById(theirs));
  const other = screens.length === 0 && (differs("content") || differs("rules"));
  return [
    ...screens,
    ...(other ? [texts.differs] : []),
    ...(differs("name") || differs("categories") ? [texts.nameDiffers] : []),
  ];
}

type Screens = ReadonlyMap<string, Json>;

const screensById = ({ content }: FlowValue): Screens =>
  new Map(screensOf(content).map((screen) => [textOf(screen["id"]), screen]));

function screenDifferences(own: Screens, theirs: Screens): string[] {
  const mine = [...own].flatMap(([id, screen]) => {
    const there = theirs.get(id);
    if (!there) return [texts.screenOnlyMine(nameOf(screen))];
    return JSON.stringify(screen) === JSON.stringify(there) ? [] : [texts.screenDiffers(nameOf(screen))];
  });
  return [
    ...mine,
    ...[...theirs].flatMap(([id, screen]) => (own.has(id) ? [] : [texts.screenOnlyTheirs(nameOf(screen))])),
  ];
}

const nameOf = (screen: Json): string => textOf(screen["title"]) || textOf(screen["id"]);
