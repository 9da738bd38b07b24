import { takesLetters } from "./takes-letters.ts";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { type CommandId, FIRST_KEY, usualKeys } from "./commands.ts";
import { keysStore } from "./own-keys.ts";
import { createStore, useStore } from "./store.ts";

const OFF_KEY = "singleKeysOff";
const PAIR_MS = 1_200;

/** Single-key shortcuts can be switched off: a dictated word must not run commands (WCAG 2.1.4). */
export const singleKeysStore = createStore(
  typeof localStorage === "undefined" || localStorage.getItem(OFF_KEY) !== "yes",
);

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(OFF_KEY, on ? "no" : "yes");
  singleKeysStore.set(on);
}

/** Tells the key that runs a command, to be named beside it; empty where none does. */
export function useKeys(): (id: CommandId) => string {
  const keys = useStore(keysStore, usualKeys);
  const isOn = useStore(singleKeysStore, true);
  return (id) => (isOn ? keys[id] : "");
}

export const useKeyOf = (id: CommandId): string => useKeys()(id);

/** Commands that a screen can do; one that is undefined, or answers false, leaves its key to others. */
type Commands = Readonly<Partial<Record<CommandId, (() => unknown) | undefined>>>;

/** The commands that are heard; true for those of the frame around the screens, which come after the screen's own. */
const listening = new Map<RefObject<Commands>, boolean>();
let firstAt = -Infinity;

export function useSingleKeys(commands: Commands, isFrame = false): void {
  const latest = useRef(commands);
  // With what is drawn, not after it: a key that is pressed at once must not do what the screen before would have done.
  useLayoutEffect(() => {
    latest.current = commands;
  });
  useLayoutEffect(() => {
    // One listener for all: of a pair each key is heard once.
    document.addEventListener("keydown", onKeyDown);
    listening.set(latest, isFrame);
    return () => {
      listening.delete(latest);
      if (listening.size === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [isFrame]);
}

function onKeyDown(event: KeyboardEvent): void {
  const key = isNoCommand(event) ? undefined : signOf(event);
  if (key === undefined) return;
  const isSecond = event.timeStamp - firstAt < PAIR_MS;
  firstAt = -Infinity;
  if (!isSecond && key === FIRST_KEY) {
    firstAt = event.timeStamp;
    event.preventDefault();
    return;
  }
  const pressed = isSecond ? `${FIRST_KEY} ${key}` : key;
  const keys = keysStore.get();
  const heard = [...listening].toSorted(([, one], [, other]) => Number(one) - Number(other));
  for (const [{ current }] of heard) {
    const id = (Object.keys(current) as CommandId[]).find((each) => keys[each] === pressed);
    const run = id && current[id];
    if (!run || run() === false) continue;
    event.preventDefault();
    return;
  }
}

/** True where a key is no command: somebody is typing, a popup or dialog is open, a modifier is held, or they are off. */
function isNoCommand(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return true;
  return !singleKeysStore.get() || isBusy(event.target);
}

/** The sign that the person's own keyboard writes. With Shift a letter is another one, unlike "?". */
function signOf({ key, shiftKey }: KeyboardEvent): string | undefined {
  const small = key.toLowerCase();
  if ([...key].length !== 1) return undefined;
  return shiftKey && small !== key.toUpperCase() ? undefined : small;
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu],[role=listbox]")) return true;
  return takesLetters(target);
}
