import { deviceChoice } from "./device-choice.ts";

export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

export const DENSITY_KEY = "density";

const chosen = deviceChoice<Density>(DENSITY_KEY, densities, "comfortable", (density) => {
  document.documentElement.classList.toggle("compact", density === "compact");
});
export const densityStore = chosen.store;
export const setDensity = chosen.set;
export const watchDensity = chosen.watch;

/** Runs in the head, before the first paint, so that no row jumps. */
export const densityScript = `try{localStorage.getItem("${DENSITY_KEY}")==="compact"&&document.documentElement.classList.add("compact")}catch{}`;
