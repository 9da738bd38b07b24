import { problemsOf } from "#app/data/problems.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { problemsOfCredentials } from "#workers/contract/credentials.ts";
import {
  type Channel,
  channelBasics,
  type channelVendors,
  type OfferedVendor,
} from "#workers/contract/endpoints/channels.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";

/** The form's values, all as text; the vendor's fields begin with "data.". */
export type Draft = Record<string, string>;
export type Offer = ReplyOf<typeof channelVendors>["types"];

/** The fields of every vendor in the order of the form, before the vendor's own. */
export const BASICS = ["name", "type", "vendor"];
/** Those that come after them. */
export const REST = ["deptId", "agentId", "rate"];

/** A first channel: the simulator plays WhatsApp, and the one bot that can answer does. */
export const firstDraft = (bot: { id: string } | null): Draft => ({
  name: texts.firstName,
  type: String(channelTypes.whatsApp),
  vendor: String(vendorCodes.simulator),
  deptId: "",
  agentId: bot?.id ?? "",
  rate: "",
});

export function draftOf(channel: Channel | undefined): Draft {
  if (!channel) return { name: "", type: "", vendor: "", deptId: "", agentId: "", rate: "" };
  const { name, type, vendor, deptId, agentId, rate, contactId, data } = channel;
  return {
    name,
    type: String(type),
    vendor: String(vendor),
    deptId,
    agentId,
    rate: String(rate),
    "data.contactId": contactId,
    ...Object.fromEntries(Object.entries(data).map(([field, value]) => [`data.${field}`, value])),
  };
}

const vendorsOf = (offer: Offer, { type }: Draft): OfferedVendor[] =>
  offer.find((each) => String(each.type) === type)?.vendors ?? [];

/** The vendors that a new channel of the chosen type may use. */
export const choicesOf = (offer: Offer, draft: Draft): OfferedVendor[] =>
  vendorsOf(offer, draft).filter(({ offered }) => offered);

/** The chosen vendor, or that of a channel whose vendor is not offered any more; undefined until one is chosen. */
export const vendorIn = (offer: Offer, draft: Draft): OfferedVendor | undefined =>
  vendorsOf(offer, draft).find(({ vendor }) => String(vendor) === draft["vendor"]);

const basicsOf = ({ name = "", deptId = "", agentId = "", rate = "" }: Draft) => ({
  name,
  deptId,
  agentId,
  rate: rate.trim() === "" ? undefined : Number(rate),
});

/** The vendor's fields by their own names. Empty secrets are left out, so the stored ones are kept. */
export const accountOf = (vendor: OfferedVendor | undefined, draft: Draft): Record<string, string> =>
  Object.fromEntries(
    (vendor?.fields ?? [])
      .map(({ name }) => [name, draft[`data.${name}`] ?? ""] as const)
      .filter(([, value]) => value !== ""),
  );

/** The request's body. */
export const bodyOf = (vendor: OfferedVendor | undefined, draft: Draft) => ({
  ...basicsOf(draft),
  data: accountOf(vendor, draft),
});

/** The problems by form field, before anything is sent. */
export function problemsIn(
  vendor: OfferedVendor | undefined,
  draft: Draft,
  stored: readonly string[],
): Record<string, string> {
  const account = problemsOfCredentials(vendor?.fields ?? [], accountOf(vendor, draft), stored);
  return {
    ...problemsOf(channelBasics, basicsOf(draft)),
    ...(draft["type"] === "" && { type: texts.chooseType }),
    ...(draft["vendor"] === "" && { vendor: texts.chooseVendor }),
    ...(vendor && !vendor.ready && { vendor: texts.vendorNotReady(vendor.name) }),
    ...Object.fromEntries(Object.entries(account).map(([field, text]) => [`data.${field}`, text])),
  };
}

/** The API's errors at the form's fields. A taken contact is reported at the field that names the account. */
export const toForm = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [field === "contactId" ? "data.contactId" : field, text]),
  );
