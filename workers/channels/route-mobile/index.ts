import type { Adapter } from "../adapter.ts";
import { routeMobileCapabilities } from "./capabilities.ts";
import { media } from "./media.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verifyToken } from "../token-in-address.ts";

/** WhatsApp by Route Mobile. Settings: username, baseUrl; secret: password. Nothing that it sends is signed. */
export const routeMobile = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => routeMobileCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  media,
  test,
});
