import type { Advanced } from "../flow/advanced.ts";
import type { Due } from "./due.ts";

/** One cause, and the run as it has advanced by it. */
export interface Carried {
  due: Due;
  advanced: Advanced;
}
