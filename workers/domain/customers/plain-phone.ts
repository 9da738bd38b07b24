import { getCountries, getCountryCallingCode, Metadata } from "libphonenumber-js";

/** The library's knowledge of a country's numbers; its types name less than its documentation does. */
interface NumberingPlan {
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  hasTypes(): boolean;
}

interface Plan {
  valid: RegExp;
  /** Matches digits that would be taken for those dialled before a number within the country. */
  prefix: RegExp | undefined;
}

const PLAIN = /^\+[1-9]\d{6,14}$/;
const LONGEST_CODE = 3;

/** By calling code; undefined for those that several countries share. */
let plans: ReadonlyMap<string, Plan | undefined> | undefined;

/**
 * Tells of a number that is written as E.164 already whether it surely is one. The library's own parsing of any text
 * takes eight times as long, which is felt with a file's hundred thousand numbers. False means only that it must be
 * asked: the code belongs to several countries, digits may be a prefix, or the number is none.
 */
export function isPlainNumber(text: string): boolean {
  if (!PLAIN.test(text)) return false;
  plans ??= plansByCode();
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const code = text.slice(1, 1 + length);
    if (!plans.has(code)) continue;
    const plan = plans.get(code);
    const national = text.slice(1 + length);
    return plan !== undefined && !plan.prefix?.test(national) && plan.valid.test(national);
  }
  return false;
}

function plansByCode(): ReadonlyMap<string, Plan | undefined> {
  const found = new Map<string, Plan | undefined>();
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    if (found.has(code)) {
      found.set(code, undefined);
      continue;
    }
    const metadata = new Metadata();
    metadata.selectNumberingPlan(country);
    const plan = metadata.numberingPlan as unknown as NumberingPlan;
    const prefix = plan.nationalPrefixForParsing();
    found.set(
      code,
      plan.hasTypes()
        ? undefined
        : {
            valid: patternOf(`^(?:${plan.nationalNumberPattern()})$`),
            prefix: prefix ? patternOf(`^(?:${prefix})`) : undefined,
          },
    );
  }
  return found;
}

// oxlint-disable-next-line no-restricted-globals -- The library's own patterns, and they meet 15 digits at most.
const patternOf = (source: string): RegExp => new RegExp(source);
