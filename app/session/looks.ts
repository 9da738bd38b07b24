import { call } from "#app/data/api.ts";
import { densityStore, setDensity } from "#app/lib/density.ts";
import { setTheme, themeStore } from "#app/lib/theme.ts";
import { saveLooks } from "#workers/contract/endpoints/my-profile.ts";
import type { Looks } from "#workers/contract/looks.ts";

/** Looks as the person has chosen on any device; what they never chose stays as this browser has it. */
export function wear({ theme = themeStore.get(), density = densityStore.get() }: Looks): void {
  if (theme !== themeStore.get()) setTheme(theme);
  if (density !== densityStore.get()) setDensity(density);
}

/** Looks so at once, here and, by the profile, on other devices. Where that fails, this one keeps it until the next page. */
export function chooseLooks(looks: Looks): void {
  wear(looks);
  void call(saveLooks, { body: looks }).catch(() => undefined);
}
