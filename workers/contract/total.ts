import { z } from "zod";

/** Lists count what matches so far. */
export const MOST_COUNTED = 1_000;

/** How many match in all, beside a page of them. */
export const total = z.int().meta({
  description: `How many match in all; ${MOST_COUNTED + 1} where there are more than ${MOST_COUNTED}`,
});
