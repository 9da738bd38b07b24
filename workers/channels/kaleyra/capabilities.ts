import type { Capabilities } from "#workers/contract/capabilities.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

/** Its second version passes Meta's whole message on. */
export const kaleyraCapabilities: Capabilities = whatsappCapabilities;
