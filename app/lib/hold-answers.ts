import { createStore } from "./store.ts";

const OFF_KEY = "holdAnswersOff";
/** For so long an answer can be taken back. */
export const HOLD_MS = 5_000;

/** Whether answers wait a moment before they leave; stored per device. */
export const holdAnswersStore = createStore(
  typeof localStorage === "undefined" || localStorage.getItem(OFF_KEY) !== "yes",
);

export function setHoldAnswers(on: boolean): void {
  localStorage.setItem(OFF_KEY, on ? "no" : "yes");
  holdAnswersStore.set(on);
}
