import { z } from "zod";
import { isPublicIp, RefusedAddress } from "./address.ts";

/** All addresses of a name, IPv4 and IPv6. */
export type Resolve = (host: string) => Promise<string[]>;

const answer = z.object({
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});
const RESOLVER = "https://cloudflare-dns.com/dns-query";
const [A, TXT, AAAA] = [1, 16, 28];
/** The texts that a name has in the DNS. */
export type ResolveTexts = (name: string) => Promise<string[]>;

async function asked(name: string, type: "A" | "AAAA" | "TXT"): Promise<{ type: number; data: string }[]> {
  const query = new URLSearchParams({ name, type }).toString();
  const response = await fetch(`${RESOLVER}?${query}`, {
    headers: { accept: "application/dns-json" },
    signal: AbortSignal.timeout(5_000),
  });
  // A kind of address that could not be asked for is one that was not checked.
  if (!response.ok) throw new RefusedAddress("the name could not be looked up");
  return answer.parse(await response.json()).Answer ?? [];
}

/** Asks Cloudflare's resolver over HTTPS: a Worker has no other. */
export const resolveByHttps: Resolve = async (host) => {
  const found = await Promise.all([asked(host, "A"), asked(host, "AAAA")]);
  return found.flat().flatMap(({ type, data }) => (type === A || type === AAAA ? [data] : []));
};

/** The same for texts; one that is long comes in several quoted parts. */
export const textsByHttps: ResolveTexts = async (name) =>
  (await asked(name, "TXT"))
    .filter(({ type }) => type === TXT)
    .map(({ data }) => (data.startsWith('"') ? data.slice(1, -1).replaceAll(/" *"/g, "") : data));

/** Refuses a name of which any address is not public: checking only the first would let the others through. */
export async function refusePrivateHost(host: string, resolve: Resolve): Promise<void> {
  const bare = host.replace(/^\[|\]$/g, "");
  if (isPublicIp(bare)) return;
  const addresses = await resolve(bare);
  if (addresses.length === 0) throw new RefusedAddress("the name has no address");
  if (!addresses.every(isPublicIp)) throw new RefusedAddress("the name leads to a private address");
}
