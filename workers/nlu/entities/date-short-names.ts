import type { Item } from "./date-item.ts";
import type { Token } from "./tokens.ts";

const BEFORE_SHORT =
  /^(?:[NO]\d|W\d|OF|IN|NEXT|LAST|FINAL|THIS|COMING|BY|FROM|TO|TILL|SINCE|ON|BETWEEN|COMMA|DASH|AFTER|BEFORE|MID|END|START|AND)/;
const AFTER_SHORT = /^(?:[NO]\d|C\d|AT|DASH|TO|GEN|KO|SE|ME|TAK|P:|COMMA|NEXT|LAST|THIS)/;
/** "अगले शुक्र", "मंगल को", "शनि तक", "मंगल से शनि तक", "बुध की शाम": by themselves they are planets, luck ("मंगल हो") and thanks ("शुक्र है"). */
const BEFORE_PLANET = /^(?:NEXT|LAST|THIS|COMING)$/;
const AFTER_PLANET = /^(?:KO|TAK|P:\w+)$/;
const MODAL = new Set(["be", "i", "we", "you", "have", "not", "also", "they", "it", "need", "want", "ask"]);

/** "may", "march", "sun" and "sat" are words of their own: days and months only beside something of a date. */
export function withShortNames(items: Item[], tokens: readonly Token[]): Item[] {
  return items.map((item, index) => {
    if (!/^[mwv]\d/.test(item.sign)) return item;
    const [before, after] = [items[index - 1]?.sign ?? "", items[index + 1]?.sign ?? ""];
    if (item.sign.startsWith("v")) {
      const further = items[index + 2]?.sign ?? "";
      const isDay =
        items.length === 1 ||
        BEFORE_PLANET.test(before) ||
        AFTER_PLANET.test(after) ||
        (after === "SE" && /^[Wv]\d/.test(further)) ||
        (after === "GEN" && further.startsWith("P:"));
      return { ...item, sign: isDay ? `W${item.sign.slice(1)}` : "X" };
    }
    const beside = item.sign.startsWith("m")
      ? isMonth(items, index, tokens)
      : BEFORE_SHORT.test(before) || AFTER_SHORT.test(after) || items.length === 1;
    const verb = item.sign === "m5" && before === "THIS" && after === "X";
    const modal = verb || MODAL.has(tokens[item.to]?.text ?? "");
    return { ...item, sign: beside && !modal ? item.sign.toUpperCase() : "X" };
  });
}

/** Items that may be on the other side of "to", "and" or a comma beside a month. */
const OF_A_DATE =
  /^(?:[MmWNC]\d|O\d|[RD]-?\d|H:|NOW|THIS|NEXT|LAST|COMING|END|START|MID|EARLY|LATE|FROM|BETWEEN)/;
const YEAR = /^N(?:19|20|21)\d\d$/;
/** Items that follow a verb, and seldom a month that nothing else names. */
const BEHIND_A_VERB = /^(?:X|A|THE|THIS|IN|ON|AT|BY|TO|FOR|AGO)$/;
/** "in early may"; "being late may cost more" */
const BEFORE_EARLY = /^(?:IN|BY|FROM|TO|TILL|SINCE|BEFORE|AFTER|FOR|BETWEEN)$/;
/** Behind these, "to march" is what somebody does. */
const BEFORE_AN_ACT: ReadonlySet<string> = new Set(
  "want wants wanted like love going ready able need have has had how hope plan decided began begin started start continue allowed used try refuse".split(
    " ",
  ),
);

/** Whether "march" or "may" can be a month here: "march to the beat", "stop and march" name none. */
const isMonth = (items: readonly Item[], index: number, tokens: readonly Token[]): boolean =>
  items.length === 1 || isLedTo(items, index, tokens) || leadsOn(items, index);

function isLedTo(items: readonly Item[], index: number, tokens: readonly Token[]): boolean {
  const [second = "", before = "", after = ""] = [-2, -1, 1].map((by) => items[index + by]?.sign);
  const third = tokens[items[index - 2]?.from ?? -1]?.text ?? "";
  switch (before) {
    case "TO":
      return OF_A_DATE.test(second) || (second === "X" && !BEFORE_AN_ACT.has(third));
    case "AND":
      return OF_A_DATE.test(second);
    case "COMMA":
      return OF_A_DATE.test(second) || !BEHIND_A_VERB.test(after);
    case "EARLY":
    case "LATE":
      return BEFORE_EARLY.test(second) || items.length === 2;
    default:
      return BEFORE_SHORT.test(before);
  }
}

function leadsOn(items: readonly Item[], index: number): boolean {
  const [after = "", further = "", last = ""] = [1, 2, 3].map((by) => items[index + by]?.sign);
  const isYear =
    after === "NEXT" || after === "LAST" || after === "THIS" ? further === "U:year" : last === "U:year";
  switch (after) {
    case "TO":
      return OF_A_DATE.test(further);
    case "AT":
      return false;
    case "IN":
    case "OF":
      return YEAR.test(further) || (/^(?:NEXT|LAST|THIS)$/.test(further) && isYear);
    case "NEXT":
    case "LAST":
    case "THIS":
      return isYear;
    default:
      return AFTER_SHORT.test(after);
  }
}
