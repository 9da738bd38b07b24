import type { IceSettings } from "#workers/domain/video/ice.ts";
import { settingOf } from "./setting.ts";

/** How browsers find a way to each other, as the deployment says. */
export const iceSettings = (env: object): IceSettings => ({
  stunUrls: settingOf(env, "STUN_URLS"),
  turnUrls: settingOf(env, "TURN_URLS"),
  turnSecret: settingOf(env, "TURN_SECRET"),
});
