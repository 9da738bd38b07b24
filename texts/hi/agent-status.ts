import type { Translated } from "../translated.ts";
import type { agentStatusTexts as English } from "../agent-status.ts";

export const agentStatusTexts: Translated<typeof English> = {
  statuses: { online: "ऑनलाइन", away: "दूर", offline: "ऑफ़लाइन" },
  yours: "आपकी स्थिति",
  set: (status) => `आपकी स्थिति अब “${status}” है।`,
};
