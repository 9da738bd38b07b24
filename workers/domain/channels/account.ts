import { randomBytes } from "node:crypto";
import { channelsTexts as texts } from "#texts/channels.ts";
import { channelTypeName, isChannelType, type ChannelType } from "#workers/contract/channel-types.ts";
import {
  isSecret,
  normalised,
  problemsOfCredentials,
  type VendorForm,
} from "#workers/contract/credentials.ts";
import { formOf, type Vendor, vendorOf } from "#workers/contract/vendors.ts";
import { DomainError } from "../error.ts";

/** The account at the vendor: which vendor it is, and its fields by the vendor's own rules. */

export interface Chosen {
  vendor: Vendor;
  type: ChannelType;
  form: VendorForm;
}

/** Throws invalid with these problems, when there are any. */
export function refuse(errors: Record<string, string>): void {
  const [message] = Object.values(errors);
  if (message !== undefined) throw new DomainError("invalid", { message, errors });
}

/** Throws invalid for a vendor that has no such channels, is not offered to new ones, or has no adapter yet. */
export function chosenVendor(
  { type, vendor: code }: { type: number; vendor: number },
  offered?: readonly Vendor[],
): Chosen {
  if (!isChannelType(type)) throw invalid("type", texts.typeWrong);
  const vendor = vendorOf(code);
  if (!vendor) throw invalid("vendor", texts.vendorWrong);
  const form = formOf(vendor, type);
  if (!form) throw invalid("vendor", texts.vendorNotForType(vendor.name, channelTypeName(type)));
  if (offered && !offered.includes(vendor)) throw invalid("vendor", texts.vendorNotOffered(vendor.name));
  // Those that are there may still be edited.
  if (form.closed && offered) throw invalid("vendor", texts.vendorNotReady(vendor.name));
  return { vendor, type, form };
}

const invalid = (field: string, message: string) =>
  new DomainError("invalid", { message, errors: { [field]: message } });

/**
 * Checks the vendor's fields and sorts them: the contact, what is shown, and what is sealed. `stored` names the secrets
 * that are kept when left empty. Throws invalid with every field's problem.
 */
export function accountOf(
  { form }: Chosen,
  { contactId, data }: { contactId?: string | undefined; data: Record<string, string | number> },
  stored: readonly string[] = [],
): { contactId: string; settings: Record<string, string>; secrets: Record<string, string> } {
  const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
  if (contactId !== undefined) values["contactId"] = contactId;
  const problems = problemsOfCredentials(form.fields, values, stored);
  refuse(
    Object.fromEntries(
      Object.entries(problems).map(([name, text]) => [name === "contactId" ? name : `data.${name}`, text]),
    ),
  );
  const account = {
    contactId: "",
    settings: {} as Record<string, string>,
    secrets: {} as Record<string, string>,
  };
  for (const field of form.fields) {
    const given = values[field.name] ?? "";
    if (given === "") continue;
    const value = normalised(field, given);
    if (field.name === form.contact) account.contactId = value;
    if (isSecret(field)) account.secrets[field.name] = value;
    else if (field.name !== "contactId") account.settings[field.name] = value;
  }
  return account;
}

/** 32 characters that fit an address and a header: 192 random bits. */
export const newWebhookToken = (): string => randomBytes(24).toString("base64url");
