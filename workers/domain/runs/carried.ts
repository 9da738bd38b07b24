import type { Advanced } from "../flow/advanced.ts";
import type { Due } from "./due.ts";

/** What a run came to by one cause. */
export interface Carried {
  due: Due;
  advanced: Advanced;
}
