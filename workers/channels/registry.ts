import type { Adapter } from "./adapter.ts";
import { simulator } from "./simulator/index.ts";

const adapters: ReadonlyMap<number, Adapter> = new Map([simulator].map((each) => [each.vendor, each]));

/** The adapter of a vendor; undefined for one that is only listed yet. */
export const adapterOf = (vendor: number): Adapter | undefined => adapters.get(vendor);
