import { channelsTexts as texts } from "#texts/channels.ts";
import { errorsTexts } from "#texts/errors.ts";
import type { ChannelType } from "./channel-types.ts";
import { isTimezone } from "./timezones.ts";
import { isOrigin, originsOf, readHours } from "./widget.ts";
import { MAIL_ADDRESS } from "./mail-address.ts";

/** How a vendor's fields are described as data, and checked by it: by the form and by the server alike. */

/**
 * The specification's kinds: alphaNumeric is a text input, email an email, numeric a number; a password is sealed. Ours:
 * choice is one of a list, lines a text of several lines, colour a colour as #rrggbb.
 */
export const fieldKinds = [
  "alphaNumeric",
  "email",
  "numeric",
  "password",
  "choice",
  "lines",
  "colour",
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/**
 * mobile is the specification's pattern, international E.164, botToken Telegram's; origins are websites, one a line;
 * hours are times of the week in timezone; proxy is a server that passes calls on (https), server the vendor's own.
 */
export const fieldRules = [
  "mobile",
  "international",
  "botToken",
  "origins",
  "hours",
  "timezone",
  "proxy",
  "server",
] as const;
export type FieldRule = (typeof fieldRules)[number];

export interface CredentialField {
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  /** Shown when a required field is empty. */
  message: string;
  hint?: string | undefined;
  rule?: FieldRule | undefined;
  choices?: { value: string; label: string }[] | undefined;
}

/** Fields of a vendor's account for some channel types. */
export interface VendorForm {
  types: readonly ChannelType[];
  fields: readonly CredentialField[];
  /** The messenger is gone: channels of it are kept for what was said there, and no new one is made. */
  closed?: true;
  /** The field that names the account, kept as the channel's contact; none where there is nothing to name. */
  contact?: string;
}

export const isSecret = ({ kind }: Pick<CredentialField, "kind">): boolean => kind === "password";

/** The input's type by the specification's mapping. */
export const inputType = (kind: FieldKind): "text" | "email" | "number" =>
  kind === "email" ? "email" : kind === "numeric" ? "number" : "text";

const MOST = { plain: 250, secret: 4_000, lines: 2_000 };

/**
 * Optional +, 00 or 0, optional country code 91 or 1, optional separator, optional 0, then 10 digits from 1-9. The
 * console's own pattern; users' patterns never become a RegExp.
 */
const MOBILE = /^(?:\+|00|0)?(91|1)?[ .-]?0?([1-9]\d{9})$/;
const BOT_TOKEN = /^\d{5,20}:[\w-]{20,100}$/;

/** The problem of a value by its rule; undefined where it is right. */
const RULES: Record<FieldRule, (value: string) => string | undefined> = {
  mobile: (value) => (MOBILE.test(value) ? undefined : texts.numberWrong),
  international: (value) => (/^\+?[1-9]\d{7,14}$/.test(value) ? undefined : texts.numberWrong),
  botToken: (value) => (BOT_TOKEN.test(value) ? undefined : texts.botTokenWrong),
  origins(value) {
    const wrong = originsOf({ origins: value }).find((origin) => !isOrigin(origin));
    return wrong === undefined ? undefined : texts.originWrong(wrong);
  },
  hours: (value) => (readHours(value) ? undefined : texts.hoursWrong),
  timezone: (value) => (isTimezone(value) ? undefined : texts.timezoneWrong),
  proxy: (value) => (isHost(value) ? undefined : texts.proxyWrong),
  server: (value) => (isHost(value) ? undefined : texts.serverWrong),
};

/** A public host by its name: credentials go there, so it is nothing that only this network can see. */
function isHost(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const isNamed = /\.[a-z][a-z0-9-]*$/i.test(hostname) && !/\.(local|internal|localhost)$/i.test(hostname);
  return protocol === "https:" && isNamed && `${username}${password}${search}${hash}` === "";
}

/** The problem of one field's value, or undefined. `stored` says that an empty secret keeps the stored one. */
export function problemOf(field: CredentialField, value: string, stored = false): string | undefined {
  if (value === "") return field.required && !stored ? field.message : undefined;
  if (value.trim() === "") return field.required ? field.message : texts.onlySpaces;
  if (/^\s/.test(value)) return texts.leadingSpace;
  const most = isSecret(field) ? MOST.secret : field.kind === "lines" ? MOST.lines : MOST.plain;
  if (value.length > most) return errorsTexts.tooLong(most);
  // A line break would end a header in which the vendor is sent it.
  if (field.kind !== "lines" && /[\r\n]/.test(value)) return texts.lineBreak;
  const given = value.trimEnd();
  if (field.kind === "email" && !MAIL_ADDRESS.test(given)) return texts.emailWrong;
  if (field.kind === "numeric" && !/^\d{1,20}$/.test(given)) return texts.digitsOnly;
  if (field.kind === "choice" && !field.choices?.some((choice) => choice.value === given)) {
    return field.message;
  }
  if (field.kind === "colour" && !/^#[0-9a-f]{6}$/i.test(given)) return texts.colourWrong;
  return field.rule && RULES[field.rule](given);
}

/** The problems of a vendor's fields, by field name. `stored` names the secrets that are kept when left empty. */
export function problemsOfCredentials(
  fields: readonly CredentialField[],
  values: Readonly<Record<string, string>>,
  stored: readonly string[] = [],
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const problem = problemOf(
      field,
      (Object.hasOwn(values, field.name) && values[field.name]) || "",
      stored.includes(field.name),
    );
    if (problem) problems[field.name] = problem;
  }
  return problems;
}

/** One spelling of each value, so that one account is one channel however its number was typed. */
export function normalised({ rule }: CredentialField, value: string): string {
  const given = value.trimEnd();
  if (rule === "international") return given.replace(/^\+/, "");
  if (rule === "origins") return originsOf({ origins: given.toLowerCase() }).join("\n");
  if (rule !== "mobile") return given;
  const [, country = "", number = given] = MOBILE.exec(given) ?? [];
  return country + number;
}
