import { z } from "zod";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { openMedium, VENDOR_LINK_MINUTES } from "#workers/contract/endpoints/media.ts";
import type { Medium } from "#workers/contract/message-body.ts";
import { type KeyRing, keyRing } from "../secrets/key-ring.ts";
import { open, seal, SecretError } from "../secrets/seal.ts";

/** Sealed for nobody's row: the enterprise stands inside. */
const OWNER = { kind: "mediaLink", id: "", field: "" } as const;
const SPELLING = /^(\d{1,6})\.([\w-]{40,900})$/;

const named = z.object({ e: z.string(), f: z.string(), x: z.number() });

/**
 * Makes a link to one file that anybody may open until `expiresAt`, in milliseconds. Encrypted with the data key, which
 * both the Worker that sends and the one that is asked have: nobody can make or read one, or tell two of one file.
 */
export async function sealLink(
  ring: KeyRing,
  { enterpriseId, fileId }: { enterpriseId: EnterpriseId; fileId: string },
  expiresAt: number,
): Promise<string> {
  const text = JSON.stringify({ e: enterpriseId, f: fileId, x: expiresAt } satisfies z.infer<typeof named>);
  const { sealed, keyVersion } = await seal(ring, "", OWNER, text);
  return `${keyVersion}.${sealed}`;
}

/** A vendor's address of a file of the drive; it may fetch it only when it delivers, so the address works for an hour. */
export async function vendorAddressOf(
  env: { DATA_KEY: string; PUBLIC_URL: string },
  enterpriseId: EnterpriseId,
  { fileId, url = "" }: Medium,
): Promise<string> {
  if (fileId === undefined) return url;
  const expiresAt = Date.now() + VENDOR_LINK_MINUTES * 60_000;
  const link = await sealLink(keyRing(env.DATA_KEY), { enterpriseId, fileId }, expiresAt);
  return new URL(`/api${openMedium.path.replace(":link", link)}`, env.PUBLIC_URL).href;
}

/** The file that a link names, or null for one that is forged or expired. */
export async function openLink(
  ring: KeyRing,
  link: string,
  now: number,
): Promise<{ enterpriseId: EnterpriseId; fileId: string } | null> {
  const [, version, sealed] = SPELLING.exec(link) ?? [];
  if (version === undefined || sealed === undefined) return null;
  try {
    const text = await open(ring, "", OWNER, { sealed, keyVersion: Number(version) });
    const { e, f, x } = named.parse(JSON.parse(text));
    return now < x ? { enterpriseId: e as EnterpriseId, fileId: f } : null;
  } catch (error) {
    if (error instanceof SecretError) return null;
    throw error;
  }
}
