import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { LINK_PATH, LINK_HERE } from "#workers/contract/short-links.ts";
import { fetchPublic } from "#workers/outbound/fetch-public.ts";
import type { Resolve, ResolveTexts } from "#workers/outbound/resolve.ts";
import { DomainError } from "../error.ts";

export interface HostDeps {
  resolve: Resolve;
  resolveTexts: ResolveTexts;
  /** The deployment's own address for short links. */
  origin: string;
}

/** Where an enterprise writes that a domain is its own, and what. */
export const proofName = (host: string): string => `_chatbird.${host}`;
export const proofOf = (enterpriseId: string): string => `chatbird=${enterpriseId}`;

/**
 * Refuses a domain for short links that doesn't name the enterprise in its DNS, so that nobody takes another's, or that
 * doesn't lead here, so that no link leads nowhere.
 */
export async function requireOwnHost(
  { resolve, resolveTexts, origin }: HostDeps,
  enterpriseId: string,
  host: string,
): Promise<void> {
  const proof = proofOf(enterpriseId);
  const written = await resolveTexts(proofName(host)).catch((): string[] => []);
  if (!written.includes(proof)) throw refused(texts.linkHostUnproven(proofName(host), proof));
  const leadsHere = await fetchPublic(`https://${host}${LINK_PATH}${LINK_HERE}`, { resolve }).then(
    ({ bytes }) => new TextDecoder().decode(bytes) === origin,
    () => false,
  );
  if (!leadsHere) throw refused(texts.linkHostElsewhere(new URL(origin).host));
}

const refused = (message: string) =>
  new DomainError("invalid", { message, errors: { "details.linkHost": message } });
