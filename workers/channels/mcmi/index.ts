import type { Adapter } from "../adapter.ts";
import { mcmiCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verify } from "./verify.ts";

/** MCMI's one interface for WhatsApp, Messenger, Instagram, websites and calls. Setting: baseUrl; secret: authKey. */
export const mcmi = (vendor: number): Adapter => ({
  vendor,
  capabilities: mcmiCapabilities,
  verify,
  split,
  parse,
  send,
  test,
});
