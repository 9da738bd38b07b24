import type { OutgoingMessage } from "../adapter.ts";
import { recipientOf } from "./address.ts";
import { formatWhatsapp } from "./format.ts";

/** Meta's whole message object, as it takes it itself and as others pass it on. `scope` is the account of user ids. */
export function messageObject(
  { to, body, quoted }: Pick<OutgoingMessage, "to" | "body" | "quoted">,
  scope: string | undefined,
): { message: Record<string, unknown> } | { refused: string } {
  const recipient = recipientOf(to, scope);
  if ("refused" in recipient) return recipient;
  const made = formatWhatsapp(body);
  if ("refused" in made) return { refused: String(made["refused"]) };
  const context = quoted !== undefined && body.kind !== "reaction" && { context: { message_id: quoted } };
  return { message: { messaging_product: "whatsapp", ...recipient, ...made, ...context } };
}
