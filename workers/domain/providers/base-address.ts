import ipaddr from "ipaddr.js";

/** Names that lead into somebody's own network (RFC 6761, 6762, 8375; .internal by ICANN). */
const INNER_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|invalid|test)$/;

/**
 * The base address of a provider as it is stored: no slash at its end. Undefined when it is not allowed: only public
 * https addresses on their usual port are, since the server calls there with a key. `allowLocal` adds http and https
 * on this very machine, for a model server beside a local Chatbird. What a name resolves to is the platform's part:
 * a Worker at the edge has no network of its own behind it.
 */
export function allowedBaseUrl(text: string, { allowLocal = false } = {}): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.search || url.hash || /[\\\s]/.test(text)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const address = ipaddr.isValid(host) ? ipaddr.parse(host) : undefined;
  const isPublic =
    url.protocol === "https:" &&
    url.port === "" &&
    (address ? isGlobal(address) : host.includes(".") && !INNER_NAMES.test(host));
  const isLocal =
    /^https?:$/.test(url.protocol) && (address ? address.range() === "loopback" : host === "localhost");
  if (!isPublic && !(allowLocal && isLocal)) return undefined;
  return url.href.replace(/\/+$/, "");
}

/** Of IPv6 only 2000::/3 is in use at all (IANA); the old form that holds an IPv4 address lies outside of it. */
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === "unicast" &&
  (address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parseCIDR("2000::/3")));
