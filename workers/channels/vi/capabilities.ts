import type { Capabilities } from "#workers/contract/capabilities.ts";
import { rcsCapabilities } from "../rcs/capabilities.ts";

/**
 * A conversation that is open takes any message, another one only templates of the portal. Its documents do not say that
 * a repeated id is ignored, so nothing that may have been taken is called again.
 */
export const viCapabilities = (): Capabilities => ({
  ...rcsCapabilities,
  windowHours: 24,
  templates: true,
  idempotent: false,
});
