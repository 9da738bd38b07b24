import type { Hono } from "hono";
import { libraryTexts as texts } from "#texts/library.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import { DomainError } from "#workers/domain/error.ts";
import { listBuckets } from "#workers/domain/library/bucket.ts";
import { createBucket, deleteBucket, updateBucket } from "#workers/domain/library/buckets.ts";
import { getArtifact, listArtifacts } from "#workers/domain/library/list.ts";
import { moveIntoBucket, removeFromBucket } from "#workers/domain/library/move.ts";
import { deleteArtifact } from "#workers/domain/library/remove.ts";
import { createArtifact, updateArtifact } from "#workers/domain/library/save.ts";
import type { Viewer } from "#workers/domain/library/viewer.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, mount, Reply } from "../mount.ts";
import { featuresIn } from "../features.ts";

/** The viewer of a call; throws libraryOff where the enterprise does not have the library. */
function viewerOf({ c, ctx, session }: HandlerContext): Viewer {
  const { artifacts } = featuresIn({ c, session });
  if (!artifacts) throw new DomainError("libraryOff");
  return { ...ctx, isAdmin: isAdministrator(session.user.roles) };
}

export function libraryRoutes(app: Hono<AppEnv>): void {
  mount(app, libraryApi.listArtifacts, ({ query }, context) => listArtifacts(viewerOf(context), query));
  mount(
    app,
    libraryApi.createArtifact,
    async ({ body }, context) => new Reply(await createArtifact(viewerOf(context), body), texts.saved),
  );
  mount(app, libraryApi.getArtifact, ({ params }, context) => getArtifact(viewerOf(context), params.id));
  mount(
    app,
    libraryApi.updateArtifact,
    async ({ params, body }, context) =>
      new Reply(await updateArtifact(viewerOf(context), params.id, body), texts.saved),
  );
  mount(app, libraryApi.deleteArtifact, async ({ params }, context) => {
    await deleteArtifact(viewerOf(context), params.id);
    return new Reply(null, texts.deleted);
  });

  mount(app, libraryApi.listBuckets, ({ query }, context) => listBuckets(viewerOf(context), query));
  mount(
    app,
    libraryApi.createBucket,
    async ({ body }, context) => new Reply(await createBucket(viewerOf(context), body), texts.saved),
  );
  mount(
    app,
    libraryApi.updateBucket,
    async ({ params, body }, context) =>
      new Reply(await updateBucket(viewerOf(context), params.id, body), texts.saved),
  );
  mount(app, libraryApi.deleteBucket, async ({ params }, context) => {
    await deleteBucket(viewerOf(context), params.id);
    return new Reply(null, texts.deleted);
  });
  mount(
    app,
    libraryApi.moveIntoBucket,
    async ({ params, body }, context) =>
      new Reply(await moveIntoBucket(viewerOf(context), params.id, body), texts.moved),
  );
  mount(
    app,
    libraryApi.removeFromBucket,
    async ({ params, body }, context) =>
      new Reply(await removeFromBucket(viewerOf(context), params.id, body), texts.takenOut),
  );
}
