import { DENSITY_KEY } from "./density-script.ts";
import { deviceChoice } from "./device-choice.ts";

export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

const chosen = deviceChoice<Density>(DENSITY_KEY, densities, "comfortable", (density) => {
  document.documentElement.classList.toggle("compact", density === "compact");
});
export const densityStore = chosen.store;
export const setDensity = chosen.set;
export const watchDensity = chosen.watch;
