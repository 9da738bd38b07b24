import type { Capabilities } from "#workers/contract/capabilities.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

/** WhatsApp as far as Route Mobile passes it on: it has no contacts, no reactions, and carousels in templates alone. */
export const routeMobileCapabilities: Capabilities = {
  ...whatsappCapabilities,
  kinds: ["text", "image", "video", "audio", "document", "location", "template", "buttons", "list"],
};
