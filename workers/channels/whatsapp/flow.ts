import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";
import { PARTS } from "./capabilities.ts";

/** Version of Meta's message that opens a flow. */
const MESSAGE_VERSION = "3";

/** An interactive message with the button that opens a flow. */
export function flowOf(body: BodyOf<"flow">): Record<string, unknown> | { refused: string } {
  const { text, header = "", footer = "", button, token, vendorId, action, screen, data, draft } = body;
  if (text.length > PARTS.body) return { refused: texts.textTooLong(PARTS.body) };
  if (header.length > PARTS.header) return { refused: texts.partTooLong("header", PARTS.header) };
  if (footer.length > PARTS.footer) return { refused: texts.partTooLong("footer", PARTS.footer) };
  // Meta refuses data without a value; where our endpoint is asked first, it says screen and data.
  const hasData = data !== undefined && Object.keys(data).length > 0;
  const payload = action === "navigate" && screen !== undefined && { screen, ...(hasData && { data }) };
  return {
    type: "interactive",
    interactive: {
      type: "flow",
      ...(header !== "" && { header: { type: "text", text: header } }),
      body: { text },
      ...(footer !== "" && { footer: { text: footer } }),
      action: {
        name: "flow",
        parameters: {
          flow_message_version: MESSAGE_VERSION,
          flow_token: token,
          flow_id: vendorId,
          flow_cta: button,
          ...(draft === true && { mode: "draft" }),
          flow_action: action,
          ...(payload && { flow_action_payload: payload }),
        },
      },
    },
  };
}
