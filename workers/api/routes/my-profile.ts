import type { Hono } from "hono";
import { profileTexts as texts } from "#texts/profile.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";
import { changeLooks } from "#workers/domain/profile/looks.ts";
import { changeMyPicture, changeMyself, myRow, profileOf } from "#workers/domain/profile/my-profile.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function myProfileRoutes(app: Hono<AppEnv>): void {
  mount(app, myProfileApi.getProfile, async (_, { directoryCtx }) => profileOf(await myRow(directoryCtx)));

  mount(app, myProfileApi.saveProfile, async ({ body }, { c, directoryCtx, ctx }) => {
    const { pictureId, ...change } = body.profile;
    if (pictureId === undefined) {
      return new Reply(await changeMyself(directoryCtx, change, body.revision), texts.saved);
    }
    const changed = await changeMyPicture(
      directoryCtx,
      ctx,
      c.env.FILES,
      { ...change, pictureId },
      body.revision,
    );
    return new Reply(changed, pictureId === null ? texts.pictureRemoved : texts.pictureSaved);
  });

  mount(
    app,
    myProfileApi.updateUser,
    async ({ body: { revision, ...change } }, { directoryCtx }) =>
      new Reply(await changeMyself(directoryCtx, change, revision), texts.saved),
  );

  mount(app, myProfileApi.saveLooks, ({ body }, { directoryCtx }) => changeLooks(directoryCtx, body));

  mount(
    app,
    myProfileApi.saveAudio,
    async ({ body }, { directoryCtx }) =>
      new Reply(await changeMyself(directoryCtx, body, undefined), texts.soundsSaved),
  );
}
