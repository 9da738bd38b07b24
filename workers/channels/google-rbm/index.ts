import type { Adapter } from "../adapter.ts";
import { rcsCapabilities } from "../rcs/capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { challenge, verify } from "./verify.ts";

/** RCS by Google itself. Setting: baseUrl; secrets: serviceAccount, clientToken; the contact id is the agent's. */
export const googleRbm = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => rcsCapabilities,
  verify,
  challenge,
  split,
  parse,
  send,
  test,
});
