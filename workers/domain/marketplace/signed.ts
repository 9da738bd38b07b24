import { z } from "zod";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { type ShippedPackage, shippedPackage } from "#workers/contract/marketplace/package.ts";
import { canonical, sha256 } from "./canonical.ts";
import { executableIn } from "./no-code.ts";

const envelope = z.strictObject({
  package: z.looseObject({ id: z.string().max(60), name: z.string().max(100) }),
  /** Of the package's canonical JSON, in hexadecimal. */
  sha256: z.string(),
  /** Ed25519, in base64, over the same text. */
  signature: z.string(),
});
export type Envelope = z.infer<typeof envelope>;

/** A package that may be installed, or why it may not. */
export type Checked =
  | { id: string; name: string; sha256: string; package: ShippedPackage; refusal?: undefined }
  | { id: string; name: string; sha256: string; package?: undefined; refusal: string };

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

/** Checks signed packages, one a line of JSON, by the public key of whoever built them (32 bytes in base64). */
export async function checkPackages(lines: string, publicKey: string): Promise<Checked[]> {
  const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), { name: "Ed25519" }, false, [
    "verify",
  ]);
  const found = lines.split("\n").filter((line) => line !== "");
  return Promise.all(found.map((line, at) => checkOne(line, at, key)));
}

async function checkOne(line: string, at: number, key: CryptoKey): Promise<Checked> {
  const read = envelope.safeParse(jsonIn(line));
  if (!read.success) {
    return { id: `unreadable-${at}`, name: texts.unreadable, sha256: "", refusal: texts.refusals.unreadable };
  }
  const { package: given, sha256: sum, signature } = read.data;
  const about = { id: given.id, name: given.name, sha256: sum };
  const text = canonical(given);
  if ((await sha256(text)) !== sum) return { ...about, refusal: texts.refusals.changed };
  if (!(await isSigned(key, signature, text))) return { ...about, refusal: texts.refusals.unsigned };
  const parsed = shippedPackage.safeParse(given);
  if (!parsed.success) return { ...about, refusal: texts.refusals.unreadable };
  const [code] = executableIn(parsed.data);
  if (code !== undefined) return { ...about, refusal: texts.refusals.code(code) };
  return { ...about, package: parsed.data };
}

async function isSigned(key: CryptoKey, signature: string, text: string): Promise<boolean> {
  try {
    return await crypto.subtle.verify("Ed25519", key, bytesOf(signature), new TextEncoder().encode(text));
  } catch {
    // A signature that is no base64 signs nothing.
    return false;
  }
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
