import { findPhoneNumbersInText, type CountryCode } from "libphonenumber-js";
import { asciiDigits, type Found } from "./tokens.ts";

/** E-mail addresses as people write them (the ASCII part of RFC 5321; the dot never first or last). */
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?![\p{L}\p{N}@])/giu;
const EMAIL_AT_ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?@\[?(?:\d{1,3}\.){3}\d{1,3}\]?/giu;

export const findEmails = (text: string): Found[] => [
  ...[...text.matchAll(EMAIL), ...text.matchAll(EMAIL_AT_ADDRESS)].map(({ 0: address, index }) => ({
    start: index,
    end: index + address.length,
    value: address.toLowerCase(),
    resolution: {},
  })),
  ...spokenEmails(text),
];

/** An address as it is spoken or hidden from machines: "alice at example dot com", "asha (at) example (dot) com". */
const DOT = String.raw`\s?[([]\s?dot\s?[)\]]\s?|\s?[([]\s?\.\s?[)\]]\s?|\sdot\s|\s?\.\s?|\s(?:डॉट|डाट)\s`;
const MARK = String.raw`${DOT}|\s(?:underscore|under score|dash|hyphen|minus|plus|अंडरस्कोर)\s|[-_+]`;
const AT = String.raw`\s?[([{<]\s?at\s?[)\]}>]\s?|\sat the rate(?: of)?\s|\sat\s|\s(?:ऐट|एट|ऍट)(?: द रेट)?\s|\s@\s?|@\s`;
// oxlint-disable-next-line no-restricted-globals -- Written here of pieces, and it meets bounded text only.
const SPOKEN_AT = new RegExp(AT, "giu");
// oxlint-disable-next-line no-restricted-globals -- Written here of pieces, and it meets bounded text only.
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+@-])[a-z0-9]{1,40}(?:(?:${MARK})[a-z0-9]{1,40}){0,5}$`,
  "iu",
);
// oxlint-disable-next-line no-restricted-globals -- Written here of pieces, and it meets bounded text only.
const HOST = new RegExp(
  String.raw`^([a-z0-9-]{1,40}(?:(?:${DOT})[a-z0-9-]{1,40}){0,3}(?:${DOT}))([a-z]{2,10})(?![\p{L}\p{N}@])`,
  "iu",
);
/** Only so much before and after an "at" is looked at, and so many of them, so that time stays bounded. */
const LONGEST_SIDE = 120;
const MOST_ATS = 50;
const ENDS: ReadonlySet<string> = new Set(
  "com org net edu gov in co io ai app dev info biz me us uk ca au de fr ae sg pk np lk bd".split(" "),
);
/** "meet me at example dot com" names a place. */
const NO_NAMES: ReadonlySet<string> = new Set(
  "me us him her it is am are was be you them look see and or meet available order site website page online here there visit shop at find up".split(
    " ",
  ),
);

function spokenEmails(text: string): Found[] {
  const ats = [...text.matchAll(SPOKEN_AT)].slice(0, MOST_ATS);
  return ats.flatMap(({ 0: at, index }) => {
    const behind = index + at.length;
    const host = HOST.exec(text.slice(behind, behind + LONGEST_SIDE));
    const name = host && NAME.exec(text.slice(Math.max(index - LONGEST_SIDE, 0), index));
    if (!host || !name) return [];
    const [whole, domain = "", end = ""] = host;
    const local = joined(name[0]);
    if (!ENDS.has(end.toLowerCase()) || NO_NAMES.has(local)) return [];
    return [
      {
        start: index - name[0].length,
        end: behind + whole.length,
        value: `${local}@${joined(domain)}${end.toLowerCase()}`,
        resolution: {},
      },
    ];
  });
}

const joined = (spoken: string): string =>
  spoken
    .toLowerCase()
    .replace(/\s?[([]\s?(?:dot|\.)\s?[)\]]\s?|\s(?:dot|डॉट|डाट)\s|\s?\.\s?/gu, ".")
    .replace(/\s(?:underscore|under score|अंडरस्कोर)\s/gu, "_")
    .replace(/\s(?:dash|hyphen|minus)\s/gu, "-")
    .replace(/\splus\s/gu, "+")
    .replace(/\s/gu, "");

/** Without a scheme only names of well-known ends are addresses: "hello.This" is none. */
const ADDRESS =
  /(?<![\p{L}\p{N}@._-])(?:(?:https?|ftp):\/\/[^\s<>"'“”()[\]{}]+|(?:www\.)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:com|org|net|edu|gov|mil|int|info|biz|io|co|ai|app|dev|me|tv|in|us|uk|ca|au|de|fr|es|it|nl|eu|jp|cn|ru|br|kr|sg|ae|ch|se|no|pl|pk|bd|lk|np|za|mx|xyz|online|site|shop|store|tech|cloud|news|bank|club|live|page|blog|link|tel|mobi|name|pro|asia|tokyo|london)(?::\d{2,5})?(?:[/?#][^\s<>"“”[\]{}]*)?(?![\p{L}\p{N}@-]))/giu;

export const findUrls = (text: string): Found[] =>
  [...text.matchAll(ADDRESS)].flatMap(({ 0: whole, index }) => {
    // The sign that ends the sentence is not part of the address; a closing bracket only if it was opened inside.
    let address = whole.replace(/[.,!?;:'"…।]+$/u, "");
    while (address.endsWith(")") && !address.includes("(")) address = address.slice(0, -1);
    if (address.length < 4) return [];
    const value = /^[a-z]+:\/\//i.test(address) ? address : `http://${address}`;
    return [{ start: index, end: index + address.length, value, resolution: {} }];
  });

/** Numbers that can be dialled, by libphonenumber's metadata; E.164 is the value. */
export function findPhones(text: string, country: string): Found[] {
  // Digits of other scripts keep their places: each is one UTF-16 unit in the scripts of India.
  const ascii = asciiDigits(text);
  const source = ascii.length === text.length ? ascii : text;
  const found = findPhoneNumbersInText(source, country as CountryCode);
  return found.map(({ startsAt, endsAt, number }) => ({
    start: startsAt,
    end: endsAt,
    value: number.number,
    resolution: { country: number.country ?? "", national: number.formatNational() },
  }));
}
