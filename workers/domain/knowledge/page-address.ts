import { decodeHTML } from "entities";

const FILES =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|json|zip|gz|tar|rar|7z|exe|dmg|apk|mp[34]|m4a|wav|ogg|webm|mov|avi|woff2?|ttf|docx?|xlsx?|pptx?)$/i;
const ADVERTISERS = /^(?:utm_\w+|gclid|fbclid|msclkid|yclid|mc_[ce]id|_ga|_gl)$/;

/** The address in the one spelling that pages have here: without its fragment and advertisers' parameters. */
export function absolute(href: string, base: string): string | undefined {
  const url = URL.parse(decodeHTML(href), base);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) {
    if (ADVERTISERS.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}

const host = (url: URL): string => url.host.replace(/^www\./, "");

/** The same site: its name with and without "www." are one, and so are http and https. */
export const sameSite = (one: URL, other: URL): boolean => host(one) === host(other);

/** True when a link's target may be a page; pictures, films, archives and office files are not. */
export const mayBePage = (address: string): boolean => !FILES.test(new URL(address).pathname);

/**
 * The canonical address that a page declares, if it is only another spelling of its own address. Many sites declare
 * their home page's address on every page by mistake, so anything else is not believed.
 */
export function canonicalOf(given: string | undefined, address: string): string {
  const said = given === undefined ? undefined : absolute(given, address);
  if (!said) return address;
  const [one, other] = [new URL(said), new URL(address)];
  const path = (url: URL): string => url.pathname.replace(/\/(?:index\.\w{3,5})?$/, "");
  return sameSite(one, other) && path(one) === path(other) ? said : address;
}
