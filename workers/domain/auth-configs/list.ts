import type { Integration, listIntegrations as contract } from "#workers/contract/endpoints/integrations.ts";
import { authTypes } from "#workers/contract/auth-types.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { MOST_COUNTED } from "#workers/contract/total.ts";
import { getIntegration, listIntegrations } from "../integrations/list.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";
import { authConfigOnWire, authConfigsOfType, findAuthConfig } from "./auth-config.ts";

/** Configurations of all types by name. An enterprise has dozens of them, so both tables are read and joined here. */
export async function listConfigs(
  ctx: Ctx,
  { authType, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const [genAi, others] = await Promise.all([
    !authType || authType === authTypes.genAi
      ? listIntegrations(ctx, { from: 0, perPage: -1 })
      : { configs: [] },
    authType === authTypes.genAi ? [] : authConfigsOfType(ctx, authType),
  ]);
  const all = [...genAi.configs, ...others.map(authConfigOnWire)].toSorted(byName);
  const { limit, offset, cut } = page(paging);
  const { rows, more } = cut(all.slice(offset, offset + limit));
  return { configs: rows, more, total: Math.min(all.length, MOST_COUNTED + 1) };
}

/** Returns one configuration of any type; notFound when it does not exist or belongs to another enterprise. */
export async function getConfig(ctx: Ctx, id: string): Promise<Integration> {
  const row = await findAuthConfig(ctx, id);
  return row ? authConfigOnWire(row) : getIntegration(ctx, id);
}

const byName = (one: Integration, other: Integration): number => {
  const [a, b] = [nameKey(one.name), nameKey(other.name)];
  if (a === b) return one.id < other.id ? -1 : 1;
  return a < b ? -1 : 1;
};
