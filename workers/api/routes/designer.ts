import type { Hono } from "hono";
import { directory } from "#db/client.ts";
import * as designerApi from "#workers/contract/endpoints/designer.ts";
import { designerAccess, redeemDesignerAccess } from "#workers/domain/designer/access.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { settingOf } from "../setting.ts";

export function designerRoutes(app: Hono<AppEnv>): void {
  mount(app, designerApi.designerAccess, (_, { c, directoryCtx }) =>
    designerAccess(directoryCtx, settingOf(c.env, "DESIGNER_URL")),
  );
  mount(app, designerApi.redeemDesignerAccess, ({ body }, { c }) =>
    redeemDesignerAccess(directory(c.env), body.accessId),
  );
}
