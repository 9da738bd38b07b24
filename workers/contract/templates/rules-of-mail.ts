import { isBlank, type Rules, when } from "./places.ts";

/** A subject that no mailbox cuts to nothing. */
export const MAIL_LIMITS = { subject: 200, buttons: 5 } as const;

/** A mail: its subject is the header's text, its links are buttons. */
export const rulesOfMail: Rules<"mail"> = {
  "mail.subject": ({ components: { header } }) =>
    when(header?.format !== "TEXT" || isBlank(header.text), "header.text"),
  "mail.subjectLength": ({ components: { header } }) =>
    when(header?.format === "TEXT" && header.text.length > MAIL_LIMITS.subject, "header.text"),
  "mail.subjectLine": ({ components: { header } }) =>
    when(header?.format === "TEXT" && /[\r\n]/.test(header.text), "header.text"),
  "mail.buttons": ({ components: { buttons } }) =>
    when(buttons.length > MAIL_LIMITS.buttons || buttons.some(({ type }) => type !== "URL"), "buttons"),
  "mail.alone": ({ components: { cards, limited_time_offer: offer } }) =>
    when(cards.length > 0 || offer !== null, "body.text"),
};
