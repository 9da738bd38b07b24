import type {
  getPackage,
  listPackages,
  PackageEntry,
  UsedHere,
} from "#workers/contract/endpoints/marketplace.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { ShippedPackage } from "#workers/contract/marketplace/package.ts";
import type { Ctx } from "../ctx.ts";
import { readingInstalls, usedHere } from "./installs.ts";
import { countsOf, shippedOne } from "./offer.ts";
import { shippedPackages } from "./shipped.ts";

const entryOf = (
  { format: _format, content, ...about }: ShippedPackage,
  used: UsedHere | undefined,
): PackageEntry => ({ ...about, kind: content.kind, counts: countsOf(content), used: used ?? null });

/** All packages of the build, those whose signature does not hold apart. */
export async function listCatalogue(
  ctx: Ctx,
  packages = shippedPackages(),
): Promise<ReplyOf<typeof listPackages>> {
  const [checked, installs] = await Promise.all([packages, readingInstalls(ctx)]);
  const used = await usedHere(ctx, installs);
  return {
    packages: checked.flatMap((each) => (each.package ? [entryOf(each.package, used.get(each.id))] : [])),
    refused: checked.flatMap(({ id, name, refusal }) =>
      refusal === undefined ? [] : [{ id, name, reason: refusal }],
    ),
  };
}

/** One with what it holds. */
export async function packageOf(ctx: Ctx, id: string): Promise<ReplyOf<typeof getPackage>> {
  const [found, installs] = await Promise.all([shippedOne(id), readingInstalls(ctx, id)]);
  const used = await usedHere(ctx, installs);
  return { ...entryOf(found, used.get(id)), content: found.content };
}
