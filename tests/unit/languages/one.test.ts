import { expect, test } from "vitest";
import * as english from "#texts/index.ts";

/** Before a number that is a limit or an ordinal, never a count of one. */
const LIMITS =
  /\b(?:at most|at least|most|in|than|within|next|first|latest|about|of|to|be|have|after|by|version|tile|screen|page|message|milestone) $/i;
/** Words that look like the plural of a noun and are none. */
const NONE = new Set([
  ..."address as calls carries comes counts does gets happens invites is leads ms needs says sees shares shows".split(
    " ",
  ),
  ..."answers becomes has stays takes unless was".split(" "),
]);
/** Texts whose number is never one, or is set by us. */
const NEVER_ONE = new Set([
  "adaptersTexts.tooManyBytes",
  "automationCasesTexts.largeAnswer",
  "automationTexts.failures.tooOld",
  "broadcastsTexts.dataFile.hint",
  "campaignScreensTexts.form.typesOff",
  "campaignScreensTexts.plan.again",
  "campaignsTexts.afterFar",
  "campaignsTexts.comparison.afterBounds",
  "customersTexts.removeMany",
  "dataChecksTexts.differs",
  "dataChecksTexts.partly",
  "dataChecksTexts.sound",
  "enterpriseDataTexts.exportPartsHint",
  "importsTexts.tooManyCells",
  "ownDashboardsTexts.full",
  "speechTexts.keptFor",
  "publicSendingTexts.api.idempotency",
  "reportsTexts.times",
  "speechTexts.speedHint",
  "uiTexts.rows",
  "waFlowFileTexts.manyAnswered",
]);

const isWrong = (text: string): boolean =>
  [...text.matchAll(/(?<![\d.,:/“-])\b1 ([a-z]+s)\b/g)].some(
    (match) => !NONE.has(match[1] ?? "") && !LIMITS.test(text.slice(0, match.index)),
  );

/** The text of one of everything, as numbers and as they are formatted; what takes neither takes no numbers. */
function ofOne(text: (...values: unknown[]) => unknown): string[] {
  const ways = [
    [1, 1, 1, 1, 1],
    ["1", "1", "1", "1", "1"],
    [1, "1", "1", "1", "1"],
    ["1", 1, 1, 1, 1],
  ];
  return ways.flatMap((values) => {
    try {
      const made = text(...values);
      return typeof made === "string" ? [made] : [];
    } catch {
      return [];
    }
  });
}

function wrongIn(texts: unknown, path: string): string[] {
  if (typeof texts === "function") {
    const made = ofOne(texts as (...values: unknown[]) => unknown);
    return made.length > 0 && made.every(isWrong) && !NEVER_ONE.has(path) ? [`${path}: ${made[0]}`] : [];
  }
  if (texts === null || typeof texts !== "object") return [];
  return Object.entries(texts).flatMap(([name, part]) => wrongIn(part, path ? `${path}.${name}` : name));
}

test("one of something is no plural in English", () => {
  expect(wrongIn(english, "")).toEqual([]);
});
