import ipaddr from "ipaddr.js";

/** An address that somebody gave may not be fetched by us, regardless of who gave it. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/** Names that never mean a host of the public internet (RFC 6761, RFC 6762, RFC 8375 and common private ones). */
const PRIVATE_ENDS = [
  "localhost",
  "local",
  "internal",
  "intranet",
  "lan",
  "home",
  "corp",
  "private",
  "home.arpa",
  "onion",
  "invalid",
  "test",
  "example",
  "localdomain",
  "in-addr.arpa",
  "ip6.arpa",
  // Public names that answer with a machine's own secrets.
  "metadata.goog",
];

/** One label of a host name, once a browser's parser has turned it into ASCII. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Reads an address as browsers do and refuses all but public http and https: other ports, user info, single labels,
 * private names, and literal addresses that are not public, in whatever spelling. Names must still be resolved.
 */
export function publicAddress(given: string): URL {
  // Only addresses written out in full: a browser would also read "http:host" and "//host".
  if (!/^https?:\/\/[^/]/i.test(given)) throw new RefusedAddress("not http or https");
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new RefusedAddress("not an address");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new RefusedAddress("not http or https");
  if (url.username !== "" || url.password !== "") throw new RefusedAddress("carries a user name");
  if (url.port !== "" && url.port !== "80" && url.port !== "443") throw new RefusedAddress("another port");
  const host = url.hostname.replace(/\.$/, "").replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) {
    if (!isPublicIp(host)) throw new RefusedAddress("not a public address");
    return url;
  }
  const labels = host.split(".");
  const isPrivate = PRIVATE_ENDS.some((end) => host === end || host.endsWith(`.${end}`));
  if (labels.length < 2 || isPrivate || !labels.every((label) => LABEL.test(label))) {
    throw new RefusedAddress("not a public name");
  }
  return url;
}

/** Public unicast only: private, loopback, link-local, shared, mapped, translated and reserved ones are not. */
export function isPublicIp(address: string): boolean {
  try {
    const ip = ipaddr.parse(address);
    // Of IPv6 only 2000::/3 is given out (IANA): outside of it lie old forms that hold an IPv4 address.
    const givenOut = ip instanceof ipaddr.IPv4 || ip.match(ipaddr.IPv6.parseCIDR("2000::/3"));
    return givenOut && ip.range() === "unicast";
  } catch {
    return false;
  }
}
