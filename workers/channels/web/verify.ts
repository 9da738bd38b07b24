import type { Adapter } from "../adapter.ts";

/** Nothing comes by webhook, so whoever calls one is not us. */
export const verify: Adapter["verify"] = async () => false;
