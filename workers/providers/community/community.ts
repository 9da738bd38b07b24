import { z } from "zod";
import { HELP_PAGE_SIZE, helpKinds, type HelpItem } from "#workers/contract/endpoints/help.ts";
import { publicFetch, type CallOptions } from "#workers/outbound/call-public.ts";

/** The community site said nothing, or nothing that can be read. */
export class CommunityError extends Error {
  override readonly name = "CommunityError";
}

const MOST_URL = 2_000;
/** Shown as plain text: a longer one is cut rather than lost. */
const words = (most: number) =>
  z
    .string()
    .trim()
    .transform((text) => text.slice(0, most).toWellFormed());

const entry = z.object({
  title: z.string().trim().min(1).pipe(words(200)),
  // A link that somebody will press: never a script, a file or data.
  url: z.url({ protocol: /^https?$/ }).max(MOST_URL),
  summary: words(500).catch(""),
  kind: z.enum(helpKinds).catch("article"),
});
const page = z.object({ items: z.array(z.unknown()) });

/**
 * The first hundred entries of the community site at `address`. An entry that is not as agreed is left out; throws
 * CommunityError when the whole answer is not.
 */
export async function readCommunity(address: string, options: CallOptions): Promise<HelpItem[]> {
  try {
    const url = new URL(address);
    url.searchParams.set("pageSize", String(HELP_PAGE_SIZE));
    const headers = { accept: "application/json" };
    const response = await publicFetch(options)(url.href, { method: "GET", headers });
    if (response.status !== 200) throw new CommunityError(`answered ${response.status}`);
    return page
      .parse(await response.json())
      .items.flatMap((given) => entry.safeParse(given).data ?? [])
      .slice(0, HELP_PAGE_SIZE);
  } catch (error) {
    if (error instanceof CommunityError) throw error;
    throw new CommunityError("could not be read", { cause: error });
  }
}
