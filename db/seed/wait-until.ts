const LOOK_EVERY_MS = 50;

/** Asks until there is an answer, since a script has no socket to be told by; throws after `patienceMs` with what was awaited. */
export async function waitUntil<Found>(
  ask: () => Promise<Found | undefined>,
  awaited: string,
  patienceMs: number,
): Promise<Found> {
  for (const until = Date.now() + patienceMs; ;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`waited in vain: ${awaited}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
