import type { Hono } from "hono";
import { endpoints } from "#workers/contract/endpoints.ts";
import { noFeatures } from "#workers/contract/endpoints/profile.ts";
import { roles } from "#workers/contract/roles.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

const { profile } = endpoints;

export function profileRoutes(app: Hono<AppEnv>): void {
  mount(app, profile.me, async (_, { session: { user, enterprise, permissions } }) => ({
    uId: user.id,
    eId: enterprise.id,
    name: user.name,
    userName: user.name,
    emailId: user.email,
    enterpriseName: enterprise.name,
    roles: user.roles,
    isAdmin: user.roles.includes(1),
    permissions,
    profilePic: null,
    artifactsEnabled: false,
    ssoDirect: user.ssoDirect,
  }));

  mount(app, profile.rolePermissions, async () => ({
    permissionList: {
      data: Object.entries(roles).map(([id, { name, defaults }]) => ({
        id: Number(id),
        name,
        value: [...defaults],
      })),
    },
  }));

  mount(app, profile.configuration, async (_, { session: { enterprise } }) => ({
    title: enterprise.name,
    features: { ...noFeatures, ...enterprise.features },
  }));
}
