/** Short links of broadcasts: where they are, and who opens one without being a person. */

export const LINK_PATH = "/l/";
/** Behind it, what says that a domain leads to this deployment; no code is that short. */
export const LINK_HERE = "here";
/** Where somebody says that they want no more mails. */
export const UNSUBSCRIBE_PATH = "/u/";
/** The key among a recipient's values under which their own address for that stands; no variable has such a name. */
export const UNSUBSCRIBE = "unsubscribe";

/** Where short links are, if not at the console's own address. */
export const linkOrigin = ({ LINKS_URL, PUBLIC_URL }: { LINKS_URL?: string; PUBLIC_URL: string }): string =>
  new URL(LINKS_URL || PUBLIC_URL).origin;

/** A link leads somewhere for so long. */
export const LINK_DAYS = 365;
/** Links of one broadcast: each has a bit in its recipients' rows. */
export const MOST_LINKS = 60;

/** The end of an approved address behind which the enterprise's short links stand: a code takes the variable's place. */
export const isLinkAddress = (address: string, origin: string): boolean =>
  origin !== "" &&
  /^\{\{[^{}]+\}\}$/.test(
    address.startsWith(origin + LINK_PATH) ? address.slice(origin.length + LINK_PATH.length) : "",
  );

/** User agents of messengers, mail scanners and search engines, which open a link to show or to judge it. */
const PREVIEWERS = [
  "whatsapp",
  "facebookexternalhit",
  "facebookcatalog",
  "facebot",
  "meta-externalagent",
  "instagram-link",
  "twitterbot",
  "telegrambot",
  "slackbot",
  "slack-imgproxy",
  "discordbot",
  "linkedinbot",
  "viber",
  "line-poker",
  "skypeuripreview",
  "microsoftpreview",
  "bingpreview",
  "bingbot",
  "googlebot",
  "google-pagerenderer",
  "google-safety",
  "googleimageproxy",
  "applebot",
  "yandexbot",
  "duckduckbot",
  "baiduspider",
  "pinterestbot",
  "redditbot",
  "embedly",
  "iframely",
  "barracuda",
  "mimecast",
  "proofpoint",
  "headlesschrome",
  "crawler",
  "spider",
] as const;

/** Whether a person opens a link: a preview, a request for the head alone and a browser's guess ahead are none. */
export function isOpenedByPerson(method: string, headers: Pick<Headers, "get">): boolean {
  if (method !== "GET") return false;
  const ahead = [headers.get("purpose"), headers.get("sec-purpose"), headers.get("x-moz")].join();
  if (/prefetch|prerender|preview/i.test(ahead)) return false;
  const agent = (headers.get("user-agent") ?? "").toLowerCase();
  return agent !== "" && !PREVIEWERS.some((each) => agent.includes(each));
}
