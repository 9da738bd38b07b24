import { z } from "zod";
import { billingTexts as texts } from "#texts/billing.ts";
import { text } from "../fields.ts";

/** States of India by the GST's codes: a GSTIN begins with its own. */
export const gstStates: Readonly<Record<string, string>> = {
  "01": "Jammu and Kashmir",
  "02": "Himachal Pradesh",
  "03": "Punjab",
  "04": "Chandigarh",
  "05": "Uttarakhand",
  "06": "Haryana",
  "07": "Delhi",
  "08": "Rajasthan",
  "09": "Uttar Pradesh",
  "10": "Bihar",
  "11": "Sikkim",
  "12": "Arunachal Pradesh",
  "13": "Nagaland",
  "14": "Manipur",
  "15": "Mizoram",
  "16": "Tripura",
  "17": "Meghalaya",
  "18": "Assam",
  "19": "West Bengal",
  "20": "Jharkhand",
  "21": "Odisha",
  "22": "Chhattisgarh",
  "23": "Madhya Pradesh",
  "24": "Gujarat",
  "26": "Dadra and Nagar Haveli and Daman and Diu",
  "27": "Maharashtra",
  "29": "Karnataka",
  "30": "Goa",
  "31": "Lakshadweep",
  "32": "Kerala",
  "33": "Tamil Nadu",
  "34": "Puducherry",
  "35": "Andaman and Nicobar Islands",
  "36": "Telangana",
  "37": "Andhra Pradesh",
  "38": "Ladakh",
  "97": "Other Territory",
};

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Whether a GSTIN is well formed: state, PAN, entity, and the check sign over the fourteen before it. */
export function isGstin(value: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(value)) return false;
  let sum = 0;
  for (let at = 0; at < 14; at++) {
    const product = SIGNS.indexOf(value[at] ?? "") * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return SIGNS[(36 - (sum % 36)) % 36] === value[14];
}

export const detailFields = z
  .object({
    legalName: text(120).pipe(z.string().min(1, texts.legalNameEmpty)),
    address: text(400).pipe(z.string().min(1, texts.addressEmpty)),
    country: z.string(texts.countryWrong).regex(/^[A-Z]{2}$/, texts.countryWrong),
    state: z.string().max(2, texts.stateWrong).default(""),
    taxId: text(30)
      .refine((value) => /^[\x20-\x7E]*$/.test(value), texts.latin)
      .transform((value) => value.toUpperCase().replace(/\s/g, ""))
      .default(""),
    email: z.union([z.literal(""), z.email(texts.emailWrong)]).default(""),
  })
  .superRefine(({ country, state, taxId }, ctx) => {
    const wrong = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
    if (country !== "IN") {
      if (state !== "") wrong("state", texts.stateAbroad);
      return;
    }
    if (!Object.hasOwn(gstStates, state)) wrong("state", texts.stateWrong);
    if (taxId !== "" && !isGstin(taxId)) wrong("taxId", texts.gstinWrong);
    else if (taxId !== "" && state !== "" && !taxId.startsWith(state)) wrong("taxId", texts.gstinOther);
  });
