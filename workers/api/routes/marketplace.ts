import type { Hono } from "hono";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import * as api from "#workers/contract/endpoints/marketplace.ts";
import { MAKERS } from "#workers/contract/marketplace/kinds.ts";
import { listCatalogue, packageOf } from "#workers/domain/marketplace/catalogue.ts";
import { installOffer } from "#workers/domain/marketplace/install.ts";
import { offerOf } from "#workers/domain/marketplace/offer.ts";
import { checkOffer } from "#workers/domain/marketplace/plan.ts";
import {
  addToShelf,
  listShelf,
  removeFromShelf,
  shelvedKind,
  shelvedOne,
} from "#workers/domain/marketplace/shelf.ts";
import type { AppEnv } from "../context.ts";
import { may, mount, Reply, requirePermission } from "../mount.ts";

/** Ready-made things and an enterprise's own shelf. Besides the marketplace's own right each needs that of its kind. */
export function marketplaceRoutes(app: Hono<AppEnv>): void {
  mount(app, api.listPackages, (_, { ctx }) => listCatalogue(ctx));
  mount(app, api.getPackage, ({ params }, { ctx }) => packageOf(ctx, params.id));
  mount(app, api.listShelf, (_, { ctx }) => listShelf(ctx));
  mount(app, api.getShelved, ({ params }, { ctx }) => shelvedOne(ctx, params.id));
  mount(app, api.addToShelf, async ({ body }, context) => {
    requirePermission(context, MAKERS[body.kind]);
    // Somebody who may not see forms shares their names alone.
    const withForms = may(context, "ENCAPS.VIEW", "ENCAPS.CREATE", "ENCAPS.EDIT", "ENCAPS.DELETE");
    return new Reply(await addToShelf(context.ctx, body, withForms), texts.shared);
  });
  mount(app, api.removeFromShelf, async ({ params: { id } }, context) => {
    const { kind, name } = await shelvedKind(context.ctx, id);
    requirePermission(context, MAKERS[kind]);
    await removeFromShelf(context.ctx, id, name);
    return new Reply(null, texts.removed);
  });
  mount(app, api.checkInstall, async ({ body }, context) => {
    const offer = await offerOf(context.ctx, body.from);
    requirePermission(context, MAKERS[offer.content.kind]);
    return checkOffer(context.ctx, offer);
  });
  mount(app, api.install, async ({ body }, context) => {
    const offer = await offerOf(context.ctx, body.from);
    const { kind } = offer.content;
    requirePermission(context, MAKERS[kind]);
    const made = await installOffer(context.ctx, offer, body, {
      replace: may(context, kind === "encap" ? "ENCAPS.EDIT" : "JOURNEYS.EDIT"),
      createForms: may(context, "ENCAPS.CREATE"),
      replaceForms: may(context, "ENCAPS.EDIT"),
    });
    return new Reply(made, texts.installed);
  });
}
