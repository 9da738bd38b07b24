import type { AdapterDeps, FoundMedium } from "./adapter.ts";
import { number } from "./json.ts";

/** Nobody answered, or an address has ended: the next try asks for a new one. */
export const LATER: FoundMedium = { ok: false, final: false, failure: "noAnswer" };

/** Meta's servers of files answer nobody who does not say who they are. */
const AGENT = { "user-agent": "Chatbird/1.0", "accept-encoding": "identity" };

/** Calls the one address that a file has: where it is not there, no other try finds it. */
export async function fileOnce(
  { fetch }: Pick<AdapterDeps, "fetch">,
  url: string,
  headers: Record<string, string> = {},
): Promise<FoundMedium> {
  try {
    const response = await fetch(url, { headers: { ...AGENT, ...headers }, redirect: "manual" });
    const mime = response.headers.get("content-type") ?? undefined;
    const bytes = number(response.headers.get("content-length"));
    if (response.status === 200) return { ok: true, response, mime, bytes };
    await response.body?.cancel();
    const isGone = response.status === 404 || response.status === 410;
    return isGone ? { ok: false, final: true, failure: "gone" } : LATER;
  } catch {
    return LATER;
  }
}

/** Calls the address of a file that its vendor has just given: whatever goes wrong with it may go right with the next one. */
export async function answeredFile(
  { fetch }: Pick<AdapterDeps, "fetch">,
  url: string,
  headers: Record<string, string> = {},
): Promise<Extract<FoundMedium, { ok: true }> | typeof LATER> {
  try {
    const response = await fetch(url, { headers: { ...AGENT, ...headers }, redirect: "manual" });
    if (response.status === 200) return { ok: true, response };
    await response.body?.cancel();
    return LATER;
  } catch {
    return LATER;
  }
}
