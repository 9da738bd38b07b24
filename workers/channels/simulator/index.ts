import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Adapter } from "../adapter.ts";
import { capabilities, WINDOW_HOURS } from "./format.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verify } from "./verify.ts";

/** A vendor of our own, whose phone is a page of the console. */
export const simulator: Adapter = {
  vendor: vendorCodes.simulator,
  capabilities: (type) => ({ ...capabilities, windowHours: WINDOW_HOURS[type] ?? null }),
  verify,
  split,
  parse,
  send,
  test,
};
