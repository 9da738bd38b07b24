/**
 * Drafts belong to the person who typed them. Those of forms are in sessionStorage and end with the tab; lasting ones, of
 * chats, are in localStorage and outlive it.
 */
const PREFIX = "draft:";
const LASTING_MS = 14 * 24 * 3_600_000;

/** Owner of the drafts that are kept and read; nobody before signing in and after signing out. */
let owner: string | undefined;

/** Sets the owner of drafts from now on, and deletes those of anybody else who used this browser, and what is too old. */
export function ownDrafts(uId: string): void {
  owner = uId;
  for (const storage of [sessionStorage, localStorage])
    forgetDrafts(storage, (key) => !key.startsWith(keyOf("")));
  forgetDrafts(localStorage, (key) => fresh(localStorage.getItem(key)) === undefined);
}

/** Deletes all drafts at sign-out, and stops the page from saving more while it unloads. */
export function dropDrafts(): void {
  owner = undefined;
  for (const storage of [sessionStorage, localStorage]) forgetDrafts(storage, () => true);
}

export const isDraft = (key: string): boolean => key.startsWith(PREFIX);

const keyOf = (name: string): string => `${PREFIX}${owner}:${name}`;

function forgetDrafts(storage: Storage, which: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) {
    if (isDraft(key) && which(key)) storage.removeItem(key);
  }
}

function keep(storage: Storage, name: string, value: unknown): void {
  if (owner === undefined) return;
  try {
    if (value === undefined) storage.removeItem(keyOf(name));
    else storage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // The storage is full or forbidden: the draft lives in memory, and leaving still asks.
  }
}

function parsed<Value>(text: string | null): Value | undefined {
  try {
    return text ? (JSON.parse(text) as Value) : undefined;
  } catch {
    return undefined;
  }
}

/** The content of a lasting draft's entry, unless it is too old. */
function fresh(text: string | null): { draft: unknown } | undefined {
  const kept = parsed<{ at: number; draft: unknown } | null>(text);
  return kept && Date.now() - kept.at < LASTING_MS ? kept : undefined;
}

/** Saves a draft, or with undefined deletes it. */
export const keepDraft = (name: string, draft: unknown): void => keep(sessionStorage, name, draft);

/** The saved draft as the caller passed it; undefined if there is none or it cannot be read. */
export const keptDraft = <Draft>(name: string): Draft | undefined =>
  parsed<Draft>(sessionStorage.getItem(keyOf(name)));

/** The same for two weeks and in every tab of this browser. */
export const keepLasting = (name: string, draft: unknown): void =>
  keep(localStorage, name, draft === undefined ? undefined : { at: Date.now(), draft });

export const lastingDraft = <Draft>(name: string): Draft | undefined =>
  fresh(localStorage.getItem(keyOf(name)))?.draft as Draft | undefined;
