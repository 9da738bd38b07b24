import { createStore } from "#app/lib/store.ts";

const KEY = "menuCollapsed";

/** True while the side menu shows icons only; stored per device. */
export const collapsedStore = createStore(
  typeof localStorage !== "undefined" && localStorage.getItem(KEY) === "yes",
);

export function toggleCollapsed(): void {
  const collapsed = !collapsedStore.get();
  localStorage.setItem(KEY, collapsed ? "yes" : "no");
  collapsedStore.set(collapsed);
}
