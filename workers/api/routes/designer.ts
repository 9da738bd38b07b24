import type { Hono } from "hono";
import { directory } from "#db/client.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { designerAccess, redeemDesignerAccess } from "#workers/domain/designer/access.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { settingOf } from "../setting.ts";

const { designer } = endpoints;

export function designerRoutes(app: Hono<AppEnv>): void {
  mount(app, designer.access, (_, { c, directoryCtx }) =>
    designerAccess(directoryCtx, settingOf(c.env, "DESIGNER_URL")),
  );
  mount(app, designer.redeem, ({ body }, { c }) => redeemDesignerAccess(directory(c.env), body.accessId));
}
