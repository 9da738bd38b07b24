import type { Advanced } from "../flow/advanced.ts";
import type { Due } from "./due.ts";

/** A run as one cause has carried it on. */
export interface Carried {
  due: Due;
  advanced: Advanced;
}
