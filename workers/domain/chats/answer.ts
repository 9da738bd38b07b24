import { sendClasses } from "#db/tenant/messages.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { whyNot } from "#workers/channels/fits.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { reasonAgainst } from "#workers/contract/channel-file.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { kindOf } from "#workers/contract/media.ts";
import { MOST_AHEAD_DAYS } from "#workers/contract/chat-action.ts";
import { type BodyOf, mediumOf, type PlainBody } from "#workers/contract/message-body.ts";
import { RATED_WITHIN_MS, ratingQuestions } from "#workers/contract/rating.ts";
import { isSentByHand, slotsOf, templateMessage } from "#workers/contract/templates/sending.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { ratingTextOf, rulesIn } from "../messaging/chat-rules.ts";
import { flowTokenFor } from "../flow-sessions/token.ts";
import { EARLY_MS } from "../messaging/claim.ts";
import { addingMessage } from "../messaging/say.ts";
import { answersAfter, type DriveMedium, type Found, type NamedTemplate } from "./found.ts";
import type { Place } from "./moves.ts";

/** Words at the end are not said later than this. */
const CLOSING_MS = 10 * 60_000;
/** Where a channel has no window, an answer that waited for a day is not sent any more. */
const DAY_MS = 24 * 3_600_000;
const ANSWER_MS = DAY_MS;

const RATE_UNTIL = "UPDATE chats SET rate_until = ?2, rating = NULL WHERE id = ?1";

export type AnswerBody =
  | BodyOf<"text">
  | BodyOf<"image" | "video" | "audio" | "document">
  | BodyOf<"template">;

/** An answer's words, or its file with the words below it. */
export function bodyOf(text: string, file: DriveMedium | null): AnswerBody {
  if (!file) return { kind: "text", text };
  const { id: fileId, name, mime, bytes } = file;
  const medium = { fileId, name, mime, bytes };
  return { kind: kindOf(medium), medium, ...(text !== "" && { caption: text }) };
}

/** A template with its values; invalid where it cannot be sent, or a value is missing. */
export function templateBodyOf(
  template: NamedTemplate | null,
  values: Readonly<Record<string, string>>,
): BodyOf<"template"> {
  if (!template || !isSentByHand(template.components))
    throw new DomainError("invalid", {
      message: texts.templateGone,
      errors: { templateId: texts.templateGone },
    });
  const missing = slotsOf(template.components).filter(({ key }) => !values[key]?.trim());
  if (missing.length > 0)
    throw new DomainError("invalid", {
      message: texts.valueMissing,
      errors: Object.fromEntries(missing.map(({ key }) => [`values.${key}`, texts.valueMissing])),
    });
  const token = flowTokenFor(template.components);
  return templateMessage(template, template.type, { ...values, ...token });
}

/** Until when a chat's channel takes words of ours: Infinity where it always does, 0 where it does not now. */
function freeUntil({ vendor, type, window_until: until }: Found): number {
  const windowHours = adapterOf(vendor)?.capabilities(type).windowHours ?? null;
  return windowHours === null ? Infinity : (until ?? 0);
}

/**
 * The words and question for a customer when their chat is closed; undefined where there are none, or the channel takes
 * none now. The widget asks by itself how the chat was.
 */
export function closingWords(
  ctx: Ctx,
  found: Found,
): { messageId: string; statements: D1PreparedStatement[] } | undefined {
  const rules = rulesIn(found.rules);
  const [at, until] = [ctx.now(), freeUntil(found)];
  const asks = rules.asksRating && found.type !== channelTypes.web;
  const text = [rules.closingText, ...(asks ? [ratingTextOf(rules)] : [])].filter(Boolean).join("\n\n");
  if (text === "" || until <= at) return undefined;
  const can = adapterOf(found.vendor)?.capabilities(found.type);
  const carried = asks && ratingQuestions(text).find((each) => can && whyNot(each, can) === undefined);
  const messageId = ctx.newId();
  const said = addingMessage(ctx, {
    id: messageId,
    chatId: found.id,
    body: carried || { kind: "text", text },
    by: "system",
    cause: `closing:${found.id}`,
    sendClass: sendClasses.bot,
    expiresAt: Math.min(until, at + CLOSING_MS),
  });
  const asking = ctx.db.$client.prepare(RATE_UNTIL).bind(found.id, at + RATED_WITHIN_MS);
  return { messageId, statements: carried ? [said, asking] : [said] };
}

/** When an answer leaves: undefined where at once. Invalid for a time that is past or too far ahead. */
export function sendAtOf(
  { sendAt, holdMs }: { sendAt?: string | undefined; holdMs?: number | undefined },
  at: number,
): number | undefined {
  if (sendAt === undefined) return holdMs ? at + holdMs : undefined;
  return timeAhead("sendAt", sendAt, at);
}

/** A time of the next days, in milliseconds; invalid for any other. */
export function timeAhead(field: "sendAt" | "until", iso8601: string, at: number): number {
  const then = Date.parse(iso8601);
  if (then > at && then <= at + MOST_AHEAD_DAYS * DAY_MS) return then;
  throw wrongTime(field, texts.sendAtWrong(MOST_AHEAD_DAYS));
}

const wrongTime = (field: "sendAt" | "until", message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });

/**
 * When an answer is no longer to be sent; refuses what the channel does not carry, or not when it is to leave: a time that
 * somebody chose is within the window, as far as it is open now.
 */
export function expiryOf(
  found: Found,
  body: PlainBody,
  at: number,
  { leavesAt = at, isChosen = false }: { leavesAt?: number | undefined; isChosen?: boolean } = {},
): number {
  const can = adapterOf(found.vendor)?.capabilities(found.type);
  const { medium } = mediumOf(body) ?? {};
  const wrong = medium ? reasonAgainst(medium.mime ?? "", medium.bytes ?? null, found.type) : "";
  if (wrong !== "") throw new DomainError("invalid", { message: wrong, errors: { fileId: wrong } });
  const reason = can && whyNot(body, can);
  if (reason !== undefined) throw new DomainError("invalid", { message: reason, errors: { text: reason } });
  // A template is what reaches them outside the window too.
  const until = body.kind === "template" ? Infinity : freeUntil(found);
  if (until <= at) throw new DomainError("chatWindowClosed");
  // Claims close it so much early.
  if (isChosen && leavesAt > until - EARLY_MS)
    throw wrongTime("sendAt", texts.sendAtClosed(iso(until - EARLY_MS)));
  return until === Infinity ? leavesAt + ANSWER_MS : until;
}

/** Stops an answer that was begun before a colleague's. */
export function refuseAnswered(
  { answered_by: uId, answered_at: then }: Found,
  place: Place,
  at: number,
): void {
  if (uId === null || then === null) return;
  const { name } =
    [...place.people, { uId: place.handler, name: place.handlerName }].find((each) => each.uId === uId) ?? {};
  const message = name ? texts.answered(name, agoOf(at - then)) : texts.answeredSince;
  // This field lets a screen tell it from other refusals.
  throw new DomainError("chatAnswered", { message, errors: { seenSeq: message } });
}

const NOT_ANSWERED = `SELECT CASE WHEN NOT EXISTS (SELECT 1 ${answersAfter("?1", "?2", "?3", "?4")}) THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
/** The statement that stops it in the write: a colleague's answer comes any time, also between the look and the write. */
export const notAnswered = (
  { db, enterpriseId, actor }: Ctx,
  chatId: string,
  seenSeq: number,
): D1PreparedStatement => db.$client.prepare(NOT_ANSWERED).bind(chatId, enterpriseId, seenSeq, actor.userId);

/** Stops a close that was begun before the customer's last words. */
export function refuseWritten({ written }: Found): void {
  if (written === 1) throw new DomainError("chatWritten", { errors: { seenSeq: texts.writtenSince } });
}

/** "10 s", "3 min". */
const agoOf = (ms: number): string =>
  ms < 60_000 ? `${Math.max(1, Math.round(ms / 1_000))} s` : `${Math.round(ms / 60_000)} min`;
