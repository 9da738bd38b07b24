import type { Hono } from "hono";
import { readers } from "#workers/contract/endpoints/drive.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import { countryOf, titleOf, whiteLabelOf } from "#workers/domain/enterprise/enterprise.ts";
import { isoOrNull } from "#workers/domain/ctx.ts";
import { timesOf } from "#workers/domain/identity/renew.ts";
import { switchNames } from "#workers/contract/switches.ts";
import { thrownNow } from "#workers/domain/operators/switches.ts";
import { myRow, profileOf } from "#workers/domain/profile/my-profile.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { featuresIn } from "../features.ts";

export function profileRoutes(app: Hono<AppEnv>): void {
  mount(app, profileApi.me, async (_, { c, session, directoryCtx }) => {
    const { user, enterprise, permissions } = session;
    const row = await myRow(directoryCtx);
    const { profilePic, enableChatNotification, audioSettings, timezone, language } = profileOf(row);
    return {
      uId: user.id,
      eId: enterprise.id,
      name: user.name,
      userName: user.name,
      emailId: user.email,
      enterpriseName: enterprise.name,
      roles: user.roles,
      isAdmin: user.roles.includes(1),
      permissions,
      profilePic,
      enableChatNotification,
      audioSettings,
      timezone,
      language,
      looks: row.looks,
      artifactsEnabled:
        featuresIn({ c, session }).artifacts &&
        readers.some((permission) => permissions.includes(permission)),
      ssoDirect: user.ssoDirect,
      session: timesOf(session, row, directoryCtx.now()),
    };
  });

  mount(app, profileApi.configuration, async (_, { c, session, session: { enterprise } }) => ({
    title: titleOf(enterprise),
    features: featuresIn({ c, session }),
    whiteLabel: whiteLabelOf(enterprise),
    country: countryOf(enterprise),
    leavesAt: isoOrNull(enterprise.deletesAt),
    stillSince: isoOrNull(enterprise.stillSince),
  }));

  mount(app, profileApi.getStops, async (_, { c }) => {
    const thrown = await thrownNow(c.env);
    return { stopped: switchNames.filter((name) => thrown.has(name)) };
  });
}
