import { widgetTexts as texts } from "#texts/widget.ts";
import type { RawEvent } from "#workers/channels/adapter.ts";
import { groupOf } from "#workers/contract/endpoints/drive.ts";
import type { VisitorDetails, widgetSay as sayContract } from "#workers/contract/endpoints/widget.ts";
import type { WidgetMessage } from "#workers/contract/widget.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { Address, InboundEvent } from "#workers/contract/inbound.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { phoneOf, phoneProblem } from "../customers/phone.ts";
import { iso, type Ctx } from "../ctx.ts";
import { fileRow } from "../drive/file.ts";
import { visitorsFileOwner } from "../drive/visitors-file.ts";
import { DomainError } from "../error.ts";
import { ownId, type Visitor } from "./conversation.ts";
import { MAIL_ADDRESS } from "#workers/contract/mail-address.ts";

type VisitorMessage = InputOf<typeof sayContract>["body"];

/** A visitor's words as events of the intake: the same key again is the same event. */
export async function eventsOfSaying(
  ctx: Ctx,
  visitor: Visitor,
  { key, body: said, details = {} }: VisitorMessage,
): Promise<{ events: RawEvent[]; message: WidgetMessage }> {
  const { visitorId } = visitor;
  const at = ctx.now();
  const body = await bodyOf(ctx, visitor, said);
  const own: Address = addressOf(visitor);
  const typed = addressesIn(details);
  const name = details.name?.trim();
  const person = { ...(name && { name }) };
  const message: InboundEvent = {
    type: "message",
    vendorId: ownId(visitorId, key),
    at,
    // A number that somebody typed must not make them the one whose number it is.
    from: { addresses: [own], ...(typed.length > 0 && { typed }), ...person },
    body,
  };
  return {
    events: [{ key: `say:${visitorId}:${key}`, raw: message }],
    message: { id: key, way: "in", body, at: iso(at) },
  };
}

const addressOf = ({ channelId, visitorId }: Visitor): Address => ({
  kind: "user",
  scope: channelId,
  value: visitorId,
});

async function bodyOf(ctx: Ctx, visitor: Visitor, said: VisitorMessage["body"]): Promise<MessageBody> {
  if (said.kind !== "file")
    return said.kind === "text"
      ? said
      : {
          kind: "formAnswer",
          token: said.token,
          label: said.label,
          ...(said.values && { values: said.values }),
        };
  const file = await fileRow(ctx, said.fileId);
  if (file.createdBy !== visitorsFileOwner(visitor)) throw new DomainError("notFound");
  const { id: fileId, mediaType: mime, name, bytes } = file;
  return {
    kind: groupOf(mime) === "image" ? "image" : "document",
    medium: { fileId, mime, name, bytes },
    ...(said.caption !== undefined && { caption: said.caption }),
  };
}

/** Throws invalid for a mail address or a number that is none. */
function addressesIn({ mail, phone }: VisitorDetails): Address[] {
  const found: Address[] = [];
  if (mail) {
    if (!MAIL_ADDRESS.test(mail)) throw invalid("mail", texts.en.mailWrong);
    found.push({ kind: "mail", scope: "", value: mail.toLowerCase() });
  }
  if (phone) {
    const number = phoneOf(phone);
    if (number === undefined) throw invalid("phone", phoneProblem(phone));
    found.push({ kind: "number", scope: "", value: number });
  }
  return found;
}

const invalid = (field: string, message: string) =>
  new DomainError("invalid", { message, errors: { [`details.${field}`]: message } });

/** A visitor's delivered and read messages as statuses. A message that was read has also arrived. */
export const eventsOfSeeing = (
  { delivered, read }: { delivered: readonly string[]; read: readonly string[] },
  at: number,
): RawEvent[] =>
  [
    ...[...new Set([...delivered, ...read])].map((id) => [id, "delivered"] as const),
    ...read.map((id) => [id, "read"] as const),
  ].map(([id, status]) => ({
    key: `${id}:${status}`,
    raw: { type: "status", ownId: id, vendorId: `web.${id}`, status, at } satisfies InboundEvent,
  }));
