import { eq } from "drizzle-orm";
import { directory, tenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { fileRow, openFile, type OpenedFile } from "#workers/domain/drive/file.ts";
import { DomainError } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { openMedium } from "#workers/contract/endpoints/media.ts";
import { sealLink } from "#workers/domain/drive/public-link.ts";
import type { AppContext } from "./context.ts";
import { FileReply } from "./mount.ts";

/** The bytes of the file that a link names, for whoever has the link; notFound once it or its enterprise is gone. */
export async function fileOfLink(
  env: ApiEnv,
  { enterpriseId, fileId }: { enterpriseId: EnterpriseId; fileId: string },
): Promise<FileReply> {
  const [enterprise] = await directory(env)
    .select({ database: enterprises.database })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  if (!enterprise) throw new DomainError("notFound");
  const db = tenantDatabase(env, enterprise.database);
  return savedFile(await openFile(env.FILES, await fileRow({ db, enterpriseId }, fileId)));
}

/** An address that shows a file in the console, for whoever has it and until it ends. */
export async function mediumLink(
  { env }: AppContext,
  enterpriseId: EnterpriseId,
  fileId: string,
  expiresAt: number,
): Promise<string> {
  const link = await sealLink(keyRing(env.DATA_KEY), { enterpriseId, fileId }, expiresAt);
  return `/api${openMedium.path.replace(":link", link)}`;
}

/** A file uploaded by people is offered for saving, in a sandbox, regardless of its content. */
export const savedFile = ({ body, name, mediaType }: OpenedFile): FileReply =>
  new FileReply(body, name, { type: mediaType, sandboxed: true });
