import { errorsTexts } from "#texts/errors.ts";
import { shellTexts } from "#texts/shell.ts";

/**
 * - unreachable: the file could not be fetched; trying again may help.
 * - replaced: a newer deployment has other files.
 * - stuck: the file is there, but this page cannot load it any more.
 */
type Reason = "unreachable" | "replaced" | "stuck";

export class PartError extends Error {
  override readonly name = "PartError";
  readonly reason: Reason;

  constructor(reason: Reason, cause: unknown) {
    super(reason === "unreachable" ? errorsTexts.transport : shellTexts.part[reason], { cause });
    this.reason = reason;
  }

  /** Whether only a reload of the page helps. */
  get needsReload(): boolean {
    return this.reason !== "unreachable";
  }
}

/** Modules that came from an address of their own, by the address that failed. */
const mended = new Map<string, unknown>();
let tries = 0;

/** Loads a part of the console; the only place for an `import()`, so that each of them can be tried again. */
export function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  return loadModule(load, addressIn(load));
}

/** Loads a script by its address, such as a screen's. */
export function loadScript(address: string): Promise<object> {
  const absolute = new URL(address, location.href).href;
  return loadModule(() => import(/* @vite-ignore */ absolute) as Promise<object>, absolute);
}

/**
 * Most browsers never fetch a script anew that once failed to load, so a later try needs another address. The script's
 * own imports keep theirs, so only a script that never ran is ever there twice.
 */
async function loadModule<Module>(load: () => Promise<Module>, address: string | undefined): Promise<Module> {
  const there = address === undefined ? undefined : mended.get(address);
  if (there !== undefined) return there as Module;
  try {
    return await load();
  } catch (error) {
    if (address === undefined) throw error;
    await requireReachable(address, error);
    // A browser that does fetch anew must not get a second copy.
    return load().catch(() => loadAgain<Module>(address, error));
  }
}

async function requireReachable(address: string, cause: unknown): Promise<void> {
  const answer = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (!answer || answer.status >= 500) throw new PartError("unreachable", cause);
  // Where a file is gone, a host may answer with its start page.
  if (!answer.ok || !answer.headers.get("content-type")?.includes("javascript"))
    throw new PartError("replaced", cause);
}

async function loadAgain<Module>(address: string, cause: unknown): Promise<Module> {
  const another = new URL(address);
  another.searchParams.set("again", String(++tries));
  try {
    const loaded = (await import(/* @vite-ignore */ another.href)) as Module;
    mended.set(address, loaded);
    return loaded;
  } catch {
    throw new PartError("stuck", cause);
  }
}

/** The address as the built code has it, since a failed `import()` does not say it in every browser. */
function addressIn(load: () => unknown): string | undefined {
  const [, written] = /\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/.exec(String(load)) ?? [];
  return written && new URL(written, import.meta.url).href;
}
