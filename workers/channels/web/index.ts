import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Adapter } from "../adapter.ts";
import { capabilities } from "./format.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verify } from "./verify.ts";

/** The widget that sites embed. It is ours: what visitors write enters by its own API. */
export const web: Adapter = {
  vendor: vendorCodes.web,
  capabilities: () => capabilities,
  verify,
  split,
  parse,
  send,
  test,
};
