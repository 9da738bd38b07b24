import type { ChatRules } from "#workers/contract/chat-rules.ts";
import type { Medium, MessageBody, PlainBody } from "#workers/contract/message-body.ts";

const SHOWN = 4;
const HIDDEN = "•";

/** Twelve to nineteen digits in one row or in groups; Devanagari's are digits too. */
const DIGITS = /(?<![\p{L}\p{Nd}+])[0-9०-९](?:[ -]?[0-9०-९]){11,18}(?![\p{L}\p{Nd}])/gu;
/** An Indian PAN (Income Tax Department): five letters, four digits, a letter. */
const PAN = /(?<![\p{L}\p{Nd}])[A-Z]{5}[0-9]{4}[A-Z](?![\p{L}\p{Nd}])/gu;
/** A US social security number as it is written (SSA, POMS RM 10201.035: what it never begins with). */
const SSN = /(?<![\p{L}\p{Nd}-])(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}(?![\p{L}\p{Nd}-])/gu;

/**
 * Hides all but the last four signs of cards (ISO/IEC 7812-1: 13 to 19 digits, Luhn's check digit), Aadhaar (UIDAI: 12
 * digits, Verhoeff's), PAN and US social security numbers. Phone numbers, amounts and orders stay.
 */
export const withoutNumbers = (text: string): string =>
  text
    .replaceAll(DIGITS, (found) => (isCard(found) || isAadhaar(found) ? hidden(found) : found))
    .replaceAll(PAN, hidden)
    .replaceAll(SSN, hidden);

/** Words of colleagues as the rules have them kept. */
export const shownBy = ({ masksNumbers }: Pick<ChatRules, "masksNumbers">): ((text: string) => string) =>
  masksNumbers ? withoutNumbers : (text) => text;

/** Texts that follow one another, as what is spoken is cut, without such numbers, also where one goes on in the next. */
export function textsWithoutNumbers(texts: readonly string[]): string[] {
  // Signs are hidden one by one, so that each text has the length that it had.
  // Each by itself first: a card and then its expiry would else be one number that is none.
  const whole = withoutNumbers(texts.map(withoutNumbers).join(" "));
  let at = 0;
  return texts.map((text) => {
    const begin = at;
    at += text.length + 1;
    return whole.slice(begin, begin + text.length);
  });
}

/** A message without such numbers. */
export function bodyWithoutNumbers(body: MessageBody): MessageBody {
  switch (body.kind) {
    case "text":
    case "edit":
      return { ...body, text: withoutNumbers(body.text) };
    case "image":
    case "video":
    case "audio":
    case "document":
      return {
        ...body,
        medium: mediumWithoutNumbers(body.medium),
        ...(body.caption !== undefined && { caption: withoutNumbers(body.caption) }),
      };
    case "contact":
      return {
        ...body,
        contacts: body.contacts.map((each) => ({ ...each, name: withoutNumbers(each.name) })),
      };
    case "location":
      return {
        ...body,
        ...(body.name !== undefined && { name: withoutNumbers(body.name) }),
        ...(body.address !== undefined && { address: withoutNumbers(body.address) }),
      };
    case "echo":
      return { ...body, body: bodyWithoutNumbers(body.body) as PlainBody };
    case "formAnswer":
      return {
        ...body,
        label: withoutNumbers(body.label),
        ...(body.values && { values: valuesWithoutNumbers(body.values) }),
      };
    default:
      return body;
  }
}

const mediumWithoutNumbers = (medium: Medium): Medium =>
  medium.name === undefined ? medium : { ...medium, name: withoutNumbers(medium.name) };

/** A form's values at any depth; a number is hidden as the text that it would be written as. */
function valueWithoutNumbers(value: unknown): unknown {
  if (typeof value === "string") return withoutNumbers(value);
  if (typeof value === "number") {
    const shown = withoutNumbers(String(value));
    return shown === String(value) ? value : shown;
  }
  if (Array.isArray(value)) return value.map(valueWithoutNumbers);
  if (value !== null && typeof value === "object")
    return valuesWithoutNumbers(value as Record<string, unknown>);
  return value;
}

const valuesWithoutNumbers = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueWithoutNumbers(value)]));

const ZERO_DEVANAGARI = 0x0966;
const digitsOf = (found: string): number[] =>
  [...found].flatMap((sign) => {
    if (sign === " " || sign === "-") return [];
    const code = sign.codePointAt(0) ?? 0;
    return [code >= ZERO_DEVANAGARI ? code - ZERO_DEVANAGARI : Number(sign)];
  });

function isCard(found: string): boolean {
  const digits = digitsOf(found);
  // No card begins with 0 (ISO/IEC 7812-1); 13 is the shortest that was ever given out.
  if (digits.length < 13 || digits[0] === 0) return false;
  const sum = digits.toReversed().reduce((total, digit, at) => {
    const weighed = at % 2 === 0 ? digit : digit * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

/** The product of the dihedral group of order ten, by which Verhoeff's check digit is computed (J. Verhoeff, 1969). */
const product = (a: number, b: number): number => {
  const turned = a < 5 ? (a + (b % 5)) % 5 : (a - b + 10) % 5;
  return a < 5 === b < 5 ? turned : turned + 5;
};
/** His permutation, and its powers by being applied again. */
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

function isAadhaar(found: string): boolean {
  const digits = digitsOf(found);
  if (digits.length !== 12 || (digits[0] ?? 0) < 2) return false;
  // Written in one row, 91 and a mobile number is far more likely to be one.
  if (!/[ -]/.test(found) && /^91[6-9]/.test(digits.join(""))) return false;
  const check = digits.toReversed().reduce((sum, digit, at) => {
    let permuted = digit;
    for (let power = 0; power < at % 8; power++) permuted = PERMUTATION[permuted] ?? 0;
    return product(sum, permuted);
  }, 0);
  return check === 0;
}

/** All signs but the last four are hidden; spaces and hyphens stay. */
function hidden(found: string): string {
  const signs = [...found];
  let left = signs.filter((sign) => sign !== " " && sign !== "-").length - SHOWN;
  return signs.map((sign) => (sign === " " || sign === "-" || left-- <= 0 ? sign : HIDDEN)).join("");
}
