import { createStore } from "#app/lib/store.ts";
import { DENSITY_KEY } from "./density-script.ts";

export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

const isCompact = typeof localStorage !== "undefined" && localStorage.getItem(DENSITY_KEY) === "compact";

/** Stored per device, as the theme is. Another tab takes it with its next page. */
export const densityStore = createStore<Density>(isCompact ? "compact" : "comfortable");

export function setDensity(density: Density): void {
  localStorage.setItem(DENSITY_KEY, density);
  densityStore.set(density);
  document.documentElement.classList.toggle("compact", density === "compact");
}
