import { findPhoneNumbersInText, type CountryCode } from "libphonenumber-js";
import { asciiDigits, type Found } from "./tokens.ts";

/** E-mail addresses as people write them (the ASCII part of RFC 5321; the dot never first or last). */
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?![\p{L}\p{N}@])/giu;
const EMAIL_AT_ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?@\[?(?:\d{1,3}\.){3}\d{1,3}\]?/giu;

export const findEmails = (text: string): Found[] =>
  [...text.matchAll(EMAIL), ...text.matchAll(EMAIL_AT_ADDRESS)].map(({ 0: address, index }) => ({
    start: index,
    end: index + address.length,
    value: address.toLowerCase(),
    resolution: {},
  }));

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
