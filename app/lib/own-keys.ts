import { type CommandId, type Keys, keysWith, usualKeys } from "./commands.ts";
import { createStore } from "./store.ts";

const KEY = "ownKeys";
let person = "";

/** The keys of who is signed in. Kept in the browser, since they belong to a keyboard; apart for each who uses it. */
export const keysStore = createStore(usualKeys);

export function loadKeysOf(uId: string): void {
  person = uId;
  keysStore.set(keysWith(readAll()[uId]));
}

/** Gives a command another key, or with "" none. */
export const changeKey = (id: CommandId, key: string): void => keep({ ...keysStore.get(), [id]: key });

export const putKeysBack = (): void => keep(usualKeys);

function keep(keys: Keys): void {
  const own = Object.entries(keys).filter(([id, key]) => key !== usualKeys[id as CommandId]);
  const { [person]: _, ...others } = readAll();
  try {
    const all = own.length > 0 ? { ...others, [person]: Object.fromEntries(own) } : others;
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // The storage is full or blocked: the keys last until the page is left.
  }
  keysStore.set(keys);
}

function readAll(): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem(KEY) ?? "null")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
