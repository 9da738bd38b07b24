import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { ssoConnections } from "#db/directory/codes.ts";
import { users } from "#db/directory/users.ts";
import { totpOwner } from "../identity/factor.ts";
import { ssoOwner } from "../sso/connection.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, seal, SecretError, type Owner, type Sealed } from "../secrets/seal.ts";

const PAGE = 100;

interface Row extends Sealed {
  id: string;
  enterpriseId: string;
}

/**
 * A column of the directory with lasting secrets, kept beside their owner. Codes that expire within minutes have none.
 */
interface Column {
  owner: (id: string) => Owner;
  read: (older: number[], after: string) => Promise<Row[]>;
  /** Only if the value is still the one read: somebody who replaces a secret meanwhile wins. */
  write: (row: Row, next: Sealed) => Promise<unknown>;
}

const columnsOf = (db: DirectoryDb): Column[] => [
  {
    owner: totpOwner,
    read: async (older, after) => {
      const rows = await db
        .select({
          id: users.id,
          enterpriseId: users.enterpriseId,
          sealed: users.totpSealed,
          keyVersion: users.totpKeyVersion,
        })
        .from(users)
        .where(and(isNotNull(users.totpSealed), inArray(users.totpKeyVersion, older), gt(users.id, after)))
        .orderBy(asc(users.id))
        .limit(PAGE);
      return rows as Row[];
    },
    write: ({ id, sealed }, next) =>
      db
        .update(users)
        .set({ totpSealed: next.sealed, totpKeyVersion: next.keyVersion })
        .where(and(eq(users.id, id), eq(users.totpSealed, sealed))),
  },
  {
    owner: ssoOwner,
    read: async (older, after) => {
      const rows = await db
        .select({
          id: ssoConnections.id,
          enterpriseId: ssoConnections.enterpriseId,
          sealed: ssoConnections.secretSealed,
          keyVersion: ssoConnections.secretKeyVersion,
        })
        .from(ssoConnections)
        .where(
          and(
            isNotNull(ssoConnections.secretSealed),
            inArray(ssoConnections.secretKeyVersion, older),
            gt(ssoConnections.id, after),
          ),
        )
        .orderBy(asc(ssoConnections.id))
        .limit(PAGE);
      return rows as Row[];
    },
    write: ({ id, sealed }, next) =>
      db
        .update(ssoConnections)
        .set({ secretSealed: next.sealed, secretKeyVersion: next.keyVersion })
        .where(and(eq(ssoConnections.id, id), eq(ssoConnections.secretSealed, sealed))),
  },
];

/** `resealSecrets` for the directory: authenticators' secrets and those of single sign-on. */
export async function resealDirectory(
  db: DirectoryDb,
  ring: KeyRing,
): Promise<{ resealed: number; failed: number }> {
  const older = ring.versions.filter((version) => version !== ring.newest);
  const done = { resealed: 0, failed: 0 };
  for (const { owner, read, write } of older.length > 0 ? columnsOf(db) : []) {
    let after = "";
    for (;;) {
      const rows = await read(older, after);
      for (const row of rows) {
        after = row.id;
        try {
          const whose = owner(row.id);
          const text = await open(ring, row.enterpriseId, whose, row);
          await write(row, await seal(ring, row.enterpriseId, whose, text));
          done.resealed++;
        } catch (error) {
          if (!(error instanceof SecretError)) throw error;
          done.failed++;
        }
      }
      if (rows.length < PAGE) break;
    }
  }
  return done;
}
