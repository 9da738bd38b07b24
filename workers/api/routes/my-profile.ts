import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { changeMyPicture, changeMyself, myRow, profileOf } from "#workers/domain/profile/my-profile.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { myProfile } = endpoints;
const texts = messages.profile;

export function myProfileRoutes(app: Hono<AppEnv>): void {
  mount(app, myProfile.get, async (_, { office }) => profileOf(await myRow(office)));

  mount(app, myProfile.save, async ({ body }, { c, office, scope }) => {
    const { pictureId, ...change } = body.profile;
    if (pictureId === undefined) {
      return new Said(await changeMyself(office, change, body.revision), texts.saved);
    }
    const changed = await changeMyPicture(
      office,
      scope,
      c.env.FILES,
      { ...change, pictureId },
      body.revision,
    );
    return new Said(changed, pictureId === null ? texts.pictureRemoved : texts.pictureSaved);
  });

  mount(
    app,
    myProfile.update,
    async ({ body: { revision, ...change } }, { office }) =>
      new Said(await changeMyself(office, change, revision), texts.saved),
  );

  mount(
    app,
    myProfile.audio,
    async ({ body }, { office }) => new Said(await changeMyself(office, body, undefined), texts.soundsSaved),
  );
}
