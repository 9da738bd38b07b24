import robotsParser from "robots-parser";
import { AnsweredBadly, decodeText, type FetchedPage, USER_AGENT } from "#workers/outbound/fetch-public.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";

export interface RobotsRules {
  allows: (url: URL) => boolean;
  sitemaps: string[];
  /** Pause between two requests, as far as we are willing to honour it. */
  delayMs: number;
}

const LONGEST_DELAY_MS = 5_000;
const everything: RobotsRules = { allows: () => true, sitemaps: [], delayMs: 0 };

/**
 * The robots rules of a site (RFC 9309): without a file everything is allowed; a site that cannot answer at the moment
 * (5xx, too many requests, no answer) is not read at the moment, so that failure is rethrown.
 */
export async function readRobots(
  origin: string,
  get: (address: string) => Promise<FetchedPage>,
): Promise<RobotsRules> {
  const address = `${origin}/robots.txt`;
  let page: FetchedPage;
  try {
    page = await get(address);
  } catch (error) {
    const none = error instanceof AnsweredBadly && error.status < 500 && error.status !== 429;
    if (none || error instanceof RefusedAddress) return everything;
    throw error;
  }
  if (page.type === "text/html") return everything;
  const robots = robotsParser(address, decodeText(page).slice(0, 500_000));
  return {
    allows: (url) => robots.isAllowed(url.href, USER_AGENT) ?? true,
    sitemaps: robots.getSitemaps().slice(0, 5),
    delayMs: Math.min((robots.getCrawlDelay(USER_AGENT) ?? 0) * 1_000, LONGEST_DELAY_MS),
  };
}
