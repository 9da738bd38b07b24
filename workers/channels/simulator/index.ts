import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Adapter } from "../adapter.ts";
import { flows } from "./flows.ts";
import { media } from "./media.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { templates } from "./templates.ts";
import { verify } from "./verify.ts";

/** A vendor of our own, whose phone is a page of the console. */
export const simulator: Adapter = {
  vendor: vendorCodes.simulator,
  capabilities: simulatorCapabilities,
  verify,
  split,
  parse,
  send,
  media,
  templates,
  flows,
  test,
};
