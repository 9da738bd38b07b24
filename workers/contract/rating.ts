import type { BodyOf, MessageBody } from "./message-body.ts";
import { chatRatingTexts as texts } from "#texts/chat-rating.ts";
import { RATING } from "./widget.ts";

/** How a customer found a chat: 1 is the worst, 5 the best. */
export const ratings = [5, 4, 3, 2, 1] as const;

/** So long a bare number after the question counts as its answer. */
export const RATED_WITHIN_MS = 24 * 3_600_000;

/** As TOKEN reads it. */
const tokenOf = (rating: number): string => `${RATING}:${rating}`;
const TOKEN = /^rating:([1-5])$/;

/** The question as rows to choose from, as buttons, or as words that ask for a number. */
export const ratingQuestions = (text: string): (BodyOf<"list"> | BodyOf<"buttons"> | BodyOf<"text">)[] => {
  const rows = ratings.map((rating) => ({ token: tokenOf(rating), label: texts.rows[rating] }));
  return [
    { kind: "list", text, open: texts.open, sections: [{ rows }] },
    { kind: "buttons", text, buttons: rows.map((row) => ({ kind: "reply", ...row })) },
    { kind: "text", text: `${text}\n${texts.byNumber}` },
  ];
};

/** The rating that a message may be: filled in by the widget's form, chosen, or a bare number. */
export function ratingIn(
  body: MessageBody,
): { rating: number; by: "form" | "choice" | "number" } | undefined {
  if (body.kind === "text") {
    const said = /^[1-5]$/.exec(body.text.trim())?.[0];
    return said === undefined ? undefined : { rating: Number(said), by: "number" };
  }
  if (body.kind !== "formAnswer") return undefined;
  const by = body.token === RATING ? "form" : "choice";
  const rating = Number(by === "form" ? body.values?.["rating"] : TOKEN.exec(body.token)?.[1]);
  return ratings.some((each) => each === rating) ? { rating, by } : undefined;
}

/** The comment beside a rating; empty where there is none. */
export const ratingComment = (body: MessageBody): string =>
  body.kind === "formAnswer" && body.token === RATING && typeof body.values?.["comment"] === "string"
    ? body.values["comment"]
    : "";
