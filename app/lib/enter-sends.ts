import { createStore } from "./store.ts";

const ENTER_KEY = "enterBreaks";

/** Whether Enter alone sends what is written to people, or Ctrl + Enter; stored per device. Shift + Enter is always a line. */
export const enterSendsStore = createStore(
  typeof localStorage === "undefined" || localStorage.getItem(ENTER_KEY) !== "yes",
);

export function setEnterSends(on: boolean): void {
  localStorage.setItem(ENTER_KEY, on ? "no" : "yes");
  enterSendsStore.set(on);
}
