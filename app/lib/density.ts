import { createStore } from "#app/lib/store.ts";
import type { Density } from "#workers/contract/looks.ts";
import { DENSITY_KEY } from "./density-script.ts";

const isCompact = typeof localStorage !== "undefined" && localStorage.getItem(DENSITY_KEY) === "compact";

/** Kept by the browser, as the theme is. Another tab takes it with its next page. */
export const densityStore = createStore<Density>(isCompact ? "compact" : "comfortable");

export function setDensity(density: Density): void {
  localStorage.setItem(DENSITY_KEY, density);
  densityStore.set(density);
  document.documentElement.classList.toggle("compact", density === "compact");
}
