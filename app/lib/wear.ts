import type { Looks } from "#workers/contract/looks.ts";
import { densityStore, setDensity } from "./density.ts";
import { setTheme, themeStore } from "./theme.ts";

/** Looks as the person has chosen on any device; what they never chose stays as this browser has it. */
export function wear({ theme = themeStore.get(), density = densityStore.get() }: Looks): void {
  if (theme !== themeStore.get()) setTheme(theme);
  if (density !== densityStore.get()) setDensity(density);
}
