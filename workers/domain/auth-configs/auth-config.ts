import { and, eq, sql } from "drizzle-orm";
import { authConfigs } from "#db/tenant/auth-configs.ts";
import type { PlainType } from "#workers/contract/auth-types.ts";
import type { Integration } from "#workers/contract/endpoints/integrations.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";
import type { Owner } from "../secrets/seal.ts";

export type AuthConfigRow = typeof authConfigs.$inferSelect;

/** Contents of the row's JSON: the type's fields, and the last characters of each stored secret. */
export interface Kept {
  fields: Record<string, unknown>;
  hints: Record<string, string>;
}
export const keptOf = ({ data }: Pick<AuthConfigRow, "data">): Kept => data as unknown as Kept;

/** There is no such configuration (any more). */
export class NoConfig extends Error {
  override readonly name = "NoConfig";
}

export const thisAuthConfig = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(authConfigs.enterpriseId, enterpriseId), eq(authConfigs.id, id));

/** Owner of a configuration's secret. */
export const secretOwner = (id: string, field: string): Owner => ({ kind: "authConfig", id, field });

/** Returns the row, or undefined when it does not exist or belongs to another enterprise. */
export async function findAuthConfig(ctx: Ctx, id: string): Promise<AuthConfigRow | undefined> {
  const [row] = await ctx.db.select().from(authConfigs).where(thisAuthConfig(ctx, id)).limit(1);
  return row;
}

/** Returns the row; notFound when it does not exist or belongs to another enterprise. */
export async function authConfigRow(ctx: Ctx, id: string): Promise<AuthConfigRow> {
  const row = await findAuthConfig(ctx, id);
  if (!row) throw new DomainError("notFound");
  return row;
}

export function authConfigOnWire(row: AuthConfigRow): Integration {
  const { fields, hints } = keptOf(row);
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    authType: row.authType,
    llm: null,
    settings: { baseUrl: "", chatModel: "", embeddingModel: "" },
    hasKey: Object.keys(hints).length > 0,
    data: fields,
    secrets: Object.entries(hints).map(([field, hint]) => ({ field, hint })),
    target: targetOf(row.authType as PlainType, fields),
    revision: row.revision,
    updatedBy: row.updatedBy,
    updatedAt: iso(row.updatedAt),
  };
}

/** Destination of the secrets: they are never sent to any other than the one they were entered for. */
export function targetOf(type: PlainType, fields: Record<string, unknown>): string {
  switch (type) {
    case 1:
      return originOf(fields["baseUrl"]);
    case 2:
      return originOf(fields["url"]);
    case 3:
      return originOf(fields["endpoint"]);
    case 4:
      return fields["type"] === "libSQL"
        ? `https://${String(fields["host"]).toLowerCase()}`
        : `${String(fields["host"]).toLowerCase()}:${String(fields["port"])}`;
    default:
      return type satisfies never;
  }
}

const originOf = (address: unknown): string => {
  const given = String(address);
  return URL.canParse(given) ? new URL(given).origin : given;
};

/** The enterprise's rows of these types by name; small enough to be one page (the platform allows 100 of them). */
export const authConfigsOfType = ({ db, enterpriseId }: Ctx, type: number | undefined) =>
  db
    .select()
    .from(authConfigs)
    .where(and(eq(authConfigs.enterpriseId, enterpriseId), type ? eq(authConfigs.authType, type) : undefined))
    .orderBy(sql`name_key`, authConfigs.id);
