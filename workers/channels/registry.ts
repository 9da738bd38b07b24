import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Adapter } from "./adapter.ts";
import { airtel } from "./airtel/index.ts";
import { googleRbm } from "./google-rbm/index.ts";
import { karix } from "./karix/index.ts";
import { karixRcm } from "./karix-rcm/index.ts";
import { instagram } from "./instagram/index.ts";
import { mcmi } from "./mcmi/index.ts";
import { sap365 } from "./sap365/index.ts";
import { mailchimp } from "./mailchimp/index.ts";
import { messenger } from "./messenger/index.ts";
import { ngn } from "./ngn/index.ts";
import { kaleyra } from "./kaleyra/index.ts";
import { routeMobile } from "./route-mobile/index.ts";
import { simulator } from "./simulator/index.ts";
import { sinch } from "./sinch/index.ts";
import { telegram } from "./telegram/index.ts";
import { ttbs } from "./ttbs/index.ts";
import { vi } from "./vi/index.ts";
import { web } from "./web/index.ts";
import { whatsappCloud } from "./whatsapp-cloud/index.ts";

const adapters: ReadonlyMap<number, Adapter> = new Map(
  [
    simulator,
    web,
    whatsappCloud(vendorCodes.whatsAppCloud),
    telegram(vendorCodes.telegramBot),
    airtel(vendorCodes.airtel),
    mcmi(vendorCodes.mcmi),
    sap365(vendorCodes.sap365),
    mailchimp(vendorCodes.mailchimp),
    messenger(vendorCodes.messenger),
    instagram(vendorCodes.instagram),
    ttbs(vendorCodes.ttbs),
    karix(vendorCodes.karix),
    karixRcm(vendorCodes.karixRcm),
    ngn(vendorCodes.ngn),
    routeMobile(vendorCodes.routeMobile),
    sinch(vendorCodes.sinch),
    kaleyra(vendorCodes.kaleyra),
    vi(vendorCodes.vi),
    googleRbm(vendorCodes.googleRbm),
  ].map((adapter) => [adapter.vendor, adapter]),
);

/** The adapter of a vendor; undefined for one that has none yet. */
export const adapterOf = (vendor: number): Adapter | undefined => adapters.get(vendor);
