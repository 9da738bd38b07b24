import { z } from "zod";
import { usualFeatures } from "#workers/contract/endpoints/profile.ts";
import { offeredVendors } from "#workers/contract/vendors.ts";
import { isHalfNamed, secretsIn } from "#workers/domain/secrets/hmac-key.ts";
import { regionsIn } from "#workers/domain/residency/regions.ts";

const base64Of = (bytes: number) =>
  z.string().refine((text) => Buffer.from(text, "base64").byteLength >= bytes, `at least ${bytes} bytes`);

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
};

const sealKey = z.object({ kty: z.literal("RSA"), n: z.string().min(1), d: z.string().min(1) });
const sealKeys = z.array(sealKey).min(1);
/** A key or a list: with one that opens nothing, nobody signs in. */
const areSealKeys = (text: string): boolean =>
  isJson(text) && sealKeys.safeParse([JSON.parse(text)].flat()).success;

/** Codes or names of vendors; a misspelt one would offer nothing, silently. */
const areVendors = (list: string): boolean =>
  list
    .split(",")
    .map((each) => each.trim())
    .every((each) => (each === "" ? list.trim() === "" : offeredVendors(each).length === 1));

const areRegions = (DATA_REGIONS: string): boolean => {
  try {
    return regionsIn({ DATA_REGIONS }).size >= 0;
  } catch {
    return false;
  }
};

/** Settings of the api Worker besides its bindings. A missing secret already fails the deploy itself. */
const schema = z.object({
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  TOKEN_SECRET: z
    .string()
    .refine((text) => !isHalfNamed(text), "a version for each of a list")
    .transform((text): string[] => secretsIn(text))
    .pipe(z.array(z.string().min(32))),
  SEAL_KEY: z.string().refine(areSealKeys, "a private RSA key as JSON, or a list of them"),
  DATA_KEY: z
    .string()
    .transform((text) => text.split(",").map((version) => version.replace(/^v\d+:/, "")))
    .pipe(z.array(base64Of(32)).min(1)),
  /** Empty: push is not offered. */
  VAPID_KEY: z.literal("").or(z.string().refine(isJson, "a key as JSON")).optional(),
  FEATURES: z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.enum(Object.keys(usualFeatures) as [string, ...string[]]))),
  DATA_REGIONS: z.string().refine(areRegions, "names of databases and kinds, each with a region").optional(),
  WEBHOOK_URL: z
    .literal("")
    .or(z.url({ protocol: /^https$/ }))
    .optional(),
  CALL_LIMIT_FACTOR: z
    .string()
    .regex(/^$|^(?!0+(\.0*)?$)\d+(\.\d+)?$/, "a number above 0")
    .optional(),
  CHANNEL_VENDORS: z.string().refine(areVendors, "codes or names of vendors").optional(),
});

/** Names of the invalid parts of the configuration; never their values, since they are secrets. */
export function problemsOfConfiguration(env: unknown): string[] {
  const { error } = schema.safeParse(env);
  return [...new Set((error?.issues ?? []).map(({ path }) => String(path[0])))];
}
