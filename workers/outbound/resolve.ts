import { z } from "zod";
import { isPublicIp, RefusedAddress } from "./address.ts";

/** All addresses of a name, IPv4 and IPv6. */
export type Resolve = (host: string) => Promise<string[]>;

const answer = z.object({
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});
const RESOLVER = "https://cloudflare-dns.com/dns-query";
const [A, AAAA] = [1, 28];

/** Asks Cloudflare's resolver over HTTPS: a Worker has no other. */
export const resolveByHttps: Resolve = async (host) => {
  const found = await Promise.all(
    ["A", "AAAA"].map(async (type) => {
      const query = new URLSearchParams({ name: host, type }).toString();
      const response = await fetch(`${RESOLVER}?${query}`, {
        headers: { accept: "application/dns-json" },
        signal: AbortSignal.timeout(5_000),
      });
      // A kind of address that could not be asked for is one that was not checked.
      if (!response.ok) throw new RefusedAddress("the name could not be looked up");
      const { Answer = [] } = answer.parse(await response.json());
      return Answer.filter((each) => each.type === A || each.type === AAAA).map(({ data }) => data);
    }),
  );
  return found.flat();
};

/** Refuses a name of which any address is not public: checking only the first would let the others through. */
export async function refusePrivateHost(host: string, resolve: Resolve): Promise<void> {
  const bare = host.replace(/^\[|\]$/g, "");
  if (isPublicIp(bare)) return;
  const addresses = await resolve(bare);
  if (addresses.length === 0) throw new RefusedAddress("the name has no address");
  if (!addresses.every(isPublicIp)) throw new RefusedAddress("the name leads to a private address");
}
