/** Drafts of forms, in the tab's own storage: they end with the tab, and belong to whoever typed them. */
const PREFIX = "draft:";

/** Whose drafts are kept and read; nobody's before somebody is signed in, and nobody's again once they sign out. */
let owner: string | undefined;

/** From here on drafts are this person's. Those of anybody else who used this tab are gone. */
export function ownDrafts(uId: string): void {
  owner = uId;
  forgetDrafts((key) => !key.startsWith(keyOf("")));
}

/** Who signs out takes everything with them, also what the page would keep while it is being left. */
export function dropDrafts(): void {
  owner = undefined;
  forgetDrafts(() => true);
}

export const isDraft = (key: string): boolean => key.startsWith(PREFIX);

const keyOf = (place: string): string => `${PREFIX}${owner}:${place}`;

function forgetDrafts(which: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) {
    if (isDraft(key) && which(key)) sessionStorage.removeItem(key);
  }
}

/** Keeps a draft, or with undefined forgets it. */
export function keepDraft(place: string, draft: unknown): void {
  if (owner === undefined) return;
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // The storage is full or forbidden: the draft lives in memory, and leaving still asks.
  }
}

/** What was kept, as the caller once gave it; undefined where there is nothing or nothing that can be read. */
export function keptDraft<Draft>(place: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(place));
    return kept ? (JSON.parse(kept) as Draft) : undefined;
  } catch {
    return undefined;
  }
}
