import { channelsTexts as texts } from "#texts/channels.ts";
import type { VendorForm } from "./credentials.ts";
import { vendorForms } from "./vendor-forms.ts";

/**
 * Codes 0 to 13 are the specification's (platform-shell.md 3); ours begin at 90, out of their way: 90 the web widget,
 * 91 the simulator; from the makers themselves 92 WhatsApp, 93 Telegram, 94 Messenger, 95 Instagram, 96 RCS.
 */
export const vendorCodes = {
  karix: 0,
  karixRcm: 1,
  sap365: 4,
  kaleyra: 5,
  sinch: 6,
  routeMobile: 7,
  mcmi: 8,
  airtel: 9,
  mailchimp: 10,
  vi: 11,
  ngn: 12,
  ttbs: 13,
  web: 90,
  simulator: 91,
  whatsAppCloud: 92,
  telegramBot: 93,
  messenger: 94,
  instagram: 95,
  googleRbm: 96,
} as const;
export type VendorKey = keyof typeof vendorCodes;
export type VendorCode = (typeof vendorCodes)[VendorKey];

export interface Vendor {
  code: VendorCode;
  name: string;
  /** Its part of the webhook's address, and its folder of workers/channels. */
  slug: string;
  /** Usual messages a second, for a channel that sets none. */
  rate: number;
  /**
   * How webhooks are known to be the vendor's: by its signature, by our token that it sends back in a header, by the
   * token in the address, or there is none at all.
   */
  webhook: "signed" | "header" | "address" | "none";
  /** The vendor asks for a word of ours beside the address, and repeats it when it first calls. */
  verifyToken: boolean;
  forms: readonly VendorForm[];
}

type Definition = Pick<Vendor, "slug" | "rate" | "webhook"> & Partial<Pick<Vendor, "verifyToken">>;

const definitions: Record<VendorKey, Definition> = {
  simulator: { slug: "simulator", rate: 80, webhook: "signed" },
  whatsAppCloud: { slug: "whatsapp-cloud", rate: 80, webhook: "signed", verifyToken: true },
  messenger: { slug: "messenger", rate: 40, webhook: "signed", verifyToken: true },
  instagram: { slug: "instagram", rate: 40, webhook: "signed", verifyToken: true },
  telegramBot: { slug: "telegram", rate: 30, webhook: "header" },
  googleRbm: { slug: "google-rbm", rate: 20, webhook: "signed" },
  web: { slug: "web", rate: 50, webhook: "none" },
  karix: { slug: "karix", rate: 10, webhook: "address" },
  karixRcm: { slug: "karix-rcm", rate: 20, webhook: "address" },
  sap365: { slug: "sap365", rate: 10, webhook: "address" },
  kaleyra: { slug: "kaleyra", rate: 20, webhook: "address" },
  sinch: { slug: "sinch", rate: 20, webhook: "signed", verifyToken: true },
  routeMobile: { slug: "route-mobile", rate: 20, webhook: "address" },
  mcmi: { slug: "mcmi", rate: 20, webhook: "signed" },
  airtel: { slug: "airtel", rate: 40, webhook: "address" },
  mailchimp: { slug: "mailchimp", rate: 20, webhook: "signed" },
  vi: { slug: "vi", rate: 20, webhook: "address" },
  ngn: { slug: "ngn", rate: 10, webhook: "address" },
  ttbs: { slug: "ttbs", rate: 10, webhook: "address" },
};

/** Every vendor of the matrix. Each has an adapter; what is closed says so by its form. */
export const vendors: readonly Vendor[] = (Object.keys(definitions) as VendorKey[]).map((key) => ({
  verifyToken: false,
  ...definitions[key],
  code: vendorCodes[key],
  name: texts.vendors[key],
  forms: vendorForms[key],
}));

export const vendorOf = (code: number): Vendor | undefined => vendors.find((vendor) => vendor.code === code);

/** The vendor's form for a channel type; undefined where the matrix has none. */
export const formOf = (vendor: Vendor, type: number): VendorForm | undefined =>
  vendor.forms.find(({ types }) => (types as readonly number[]).includes(type));

/** Vendors that a deployment offers: all, or those whose codes or names in addresses its setting lists. */
export function offeredVendors(setting: string | undefined): readonly Vendor[] {
  const wanted = (setting ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
  if (wanted.length === 0) return vendors;
  return vendors.filter(({ code, slug }) => wanted.includes(String(code)) || wanted.includes(slug));
}

/** Where vendors call: an origin of its own, where the deployment has one. */
export const webhookOrigin = ({ WEBHOOK_URL, PUBLIC_URL }: { WEBHOOK_URL?: string; PUBLIC_URL: string }) =>
  WEBHOOK_URL || PUBLIC_URL;

/** Where the vendor calls about a channel, at an origin; undefined for vendors that never call. */
export function webhookUrlOf(
  code: number,
  channel: { id: string; webhookToken: string },
  origin: string,
): string | undefined {
  const vendor = vendorOf(code);
  if (!vendor || vendor.webhook === "none") return undefined;
  return new URL(`/api${webhookPath(vendor, channel)}`, origin).href;
}

/** Path of a channel's webhook below the API's base; unsigned vendors carry the secret in it. */
export const webhookPath = (
  { slug, webhook }: Pick<Vendor, "slug" | "webhook">,
  { id, webhookToken }: { id: string; webhookToken: string },
): string =>
  `/webhooks/${slug}/${id}${webhook === "address" ? `?token=${encodeURIComponent(webhookToken)}` : ""}`;
