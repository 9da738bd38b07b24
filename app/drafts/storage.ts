/** Drafts of forms, in sessionStorage: they end with the tab and belong to the person who typed them. */
const PREFIX = "draft:";

/** Owner of the drafts that are kept and read; nobody before signing in and after signing out. */
let owner: string | undefined;

/** Sets the owner of drafts from now on, and deletes those of anybody else who used this tab. */
export function ownDrafts(uId: string): void {
  owner = uId;
  forgetDrafts((key) => !key.startsWith(keyOf("")));
}

/** Deletes all drafts at sign-out, and stops the page from saving more while it unloads. */
export function dropDrafts(): void {
  owner = undefined;
  forgetDrafts(() => true);
}

export const isDraft = (key: string): boolean => key.startsWith(PREFIX);

const keyOf = (name: string): string => `${PREFIX}${owner}:${name}`;

function forgetDrafts(which: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) {
    if (isDraft(key) && which(key)) sessionStorage.removeItem(key);
  }
}

/** Saves a draft, or with undefined deletes it. */
export function keepDraft(name: string, draft: unknown): void {
  if (owner === undefined) return;
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // The storage is full or forbidden: the draft lives in memory, and leaving still asks.
  }
}

/** The saved draft as the caller passed it; undefined if there is none or it cannot be read. */
export function keptDraft<Draft>(name: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(name));
    return kept ? (JSON.parse(kept) as Draft) : undefined;
  } catch {
    return undefined;
  }
}
