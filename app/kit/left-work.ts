import { createStore } from "#app/lib/store.ts";
import type { JobKind } from "#workers/contract/jobs.ts";

/** Work that this tab has begun, and whose end no screen of it has shown yet. */
export interface LeftWork {
  /** The job's id; of an import of customers the import's. */
  id: string;
  kind: JobKind;
  /** The screen that shows it. */
  to: string;
}

/** In the tab's storage, which signing out empties: a reload forgets no work. */
const KEY = "left work";
/** So many are asked for at most: whoever begins more has seen the first of them end. */
const MOST = 20;

export const nothingLeft: readonly LeftWork[] = [];
/** Work that no screen follows now: the bell tells of its end. */
export const leftWork = createStore<readonly LeftWork[]>(nothingLeft);

/** How many screens and dialogs follow a piece of work. */
const followed = new Map<string, number>();
let begun: readonly LeftWork[] = kept();

function kept(): readonly LeftWork[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as LeftWork[];
  } catch {
    // There is no storage on the server, and a browser may refuse it.
    return nothingLeft;
  }
}

function change(next: readonly LeftWork[]): void {
  begun = next;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(begun));
  } catch {
    // It is remembered until a reload.
  }
  show();
}

function show(): void {
  const left = begun.filter(({ id }) => !followed.has(id));
  leftWork.set(left.length > 0 ? left : nothingLeft);
}

/** Work that was begun here, on the screen of this address. */
export function beginWork(id: string, kind: JobKind, to = location.pathname + location.search): void {
  change([...begun.filter((each) => each.id !== id), { id, kind, to }].slice(-MOST));
}

/** A screen says what becomes of the work, for as long as it does not call what is answered. */
export function followWork(id: string): () => void {
  followed.set(id, (followed.get(id) ?? 0) + 1);
  show();
  return () => {
    const others = (followed.get(id) ?? 1) - 1;
    if (others > 0) followed.set(id, others);
    else followed.delete(id);
    show();
  };
}

/** A screen that follows it has shown its end. */
export function seenWork(id: string): void {
  if (followed.has(id)) change(begun.filter((each) => each.id !== id));
}

/** Takes it, to tell of its end; false where somebody else has, or a screen shows it by now. */
export function takeWork(id: string): boolean {
  if (followed.has(id) || !begun.some((each) => each.id === id)) return false;
  change(begun.filter((each) => each.id !== id));
  return true;
}

show();
