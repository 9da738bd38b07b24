import type { Capabilities } from "#workers/contract/capabilities.ts";
import { smsCapabilities } from "../sms-capabilities.ts";

/** An SMS whose reports carry our own id. */
export const ngnCapabilities: Capabilities = { ...smsCapabilities, echoes: true };
