import type { Adapter } from "./adapter.ts";
import { telegram } from "./telegram/index.ts";
import { whatsappCloud } from "./whatsapp-cloud/index.ts";

/** Ours among the vendors' codes: those of the specification end at 13. */
export const WHATSAPP_CLOUD = 92;
export const TELEGRAM_BOT = 93;

const adapters: ReadonlyMap<number, Adapter> = new Map(
  [whatsappCloud(WHATSAPP_CLOUD), telegram(TELEGRAM_BOT)].map((adapter) => [adapter.vendor, adapter]),
);

/** The adapter of a vendor; undefined for one that has none yet. */
export const adapterOf = (vendor: number): Adapter | undefined => adapters.get(vendor);
