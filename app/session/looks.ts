import { call } from "#app/data/api.ts";
import { wear } from "#app/lib/wear.ts";
import { saveLooks } from "#workers/contract/endpoints/my-profile.ts";
import type { Looks } from "#workers/contract/looks.ts";

/** Looks so at once, here and, by the profile, on other devices. Where that fails, this one keeps it until the next page. */
export function chooseLooks(looks: Looks): void {
  wear(looks);
  void call(saveLooks, { body: looks }).catch(() => undefined);
}
