import { bankBot } from "./bank-bot.ts";
import { encaps } from "./encaps.ts";
import { formsAndFlows } from "./forms.ts";
import { journeys } from "./journeys.ts";
import { leaveBot } from "./leave-bot.ts";
import { orderBot } from "./order-bot.ts";
import { supportBot } from "./support-bot.ts";
import { templateSets } from "./template-sets.ts";
import { travelBot } from "./travel-bot.ts";
import type { ShippedPackage } from "#workers/contract/marketplace/package.ts";

/** Every package of the build, in the order of the marketplace. */
export const allPackages: ShippedPackage[] = [
  ...journeys,
  ...encaps,
  orderBot,
  bankBot,
  travelBot,
  supportBot,
  leaveBot,
  ...formsAndFlows,
  ...templateSets,
];
