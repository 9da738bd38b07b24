import type { Check } from "./check.ts";
import { counts } from "./counts.ts";
import { expiries } from "./expiries.ts";
import { references } from "./references.ts";
import { runChecks } from "./runs.ts";

/** Checks of an enterprise's rows; its files are looked at where their bucket is (drive/tidy.ts). */
export const checks: readonly Check[] = [...counts, ...references, ...runChecks, ...expiries];
