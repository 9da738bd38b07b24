import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";

/** Ids of the drive's files that came from people or were sent to them; `theirs` is a subquery of their identities. */
export const filesOf = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, theirs: SQL | { getSQL(): SQL }): SQL =>
  sql`SELECT body ->> '$.medium.fileId' FROM messages WHERE enterprise_id = ${enterpriseId} AND identity_id IN ${theirs}
      UNION SELECT file_id FROM message_media WHERE enterprise_id = ${enterpriseId} AND identity_id IN ${theirs}`;
