import { mailsTexts as hindi } from "#texts/hi/mails.ts";
import { mailsTexts as english } from "#texts/mails.ts";
import type { Translated } from "#texts/translated.ts";
import type { Language } from "#workers/contract/language.ts";

const mailsTexts: Record<Language, Translated<typeof english>> = { en: english, hi: hindi };
export type Template = keyof typeof english.templates;

export interface Letter {
  template: Template;
  to: Addressee;
  /** Values of the template's placeholders, in order; some are words of a language. */
  facts?: readonly string[] | ((language: Language) => readonly string[]);
  /** Target of its button. */
  link?: string;
  /** A code to type, shown large. */
  code?: string;
}

export interface Addressee {
  address: string;
  name: string;
  /**
   * The language of their console; empty where they have chosen none, which is English. Undefined means that of whoever
   * causes the mail: somebody without an account yet, or who asks for a mail to themselves before they are signed in.
   */
  language?: "" | Language | undefined;
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
  /** The link or code on its own: for the mail preview, and for a mail that is only glanced at. */
  link?: string;
  code?: string;
}

/** A letter in a language as plain text and as HTML; both say the same. */
export function compose(
  { template, to, facts = [], link, code }: Letter,
  language: Language = "en",
): ComposedMail {
  const texts = mailsTexts[language];
  const { subject, text, action } = texts.templates[template];
  const given = typeof facts === "function" ? facts(language) : facts;
  const paragraphs = [
    texts.greeting(to.name),
    ...(code ? [texts.codeIs(code)] : []),
    ...(text as (...facts: readonly string[]) => string[])(...given),
  ];
  const plain = [...paragraphs, ...(link ? [`${action}: ${link}`] : []), texts.sentBy];
  return {
    subject,
    text: plain.join("\n\n"),
    html: htmlOf(language, { subject, action }, paragraphs, link),
    ...(link && { link }),
    ...(code && { code }),
  };
}

function htmlOf(
  language: Language,
  { subject, action }: { subject: string; action: string },
  paragraphs: readonly string[],
  link: string | undefined,
): string {
  const { linkDoesNotWork, sentBy } = mailsTexts[language];
  const body = paragraphs.map((paragraph) => `<p style="white-space:pre-line">${escaped(paragraph)}</p>`);
  if (link) {
    const href = escaped(link);
    const style =
      "display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none";
    body.push(
      `<p><a href="${href}" style="${style}">${escaped(action)}</a></p>`,
      `<p style="color:#475569;font-size:13px">${linkDoesNotWork}<br>${href}</p>`,
    );
  }
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;background:#f1f5f9;font:16px/1.5 sans-serif;color:#0f172a">` +
    `<div style="max-width:560px;margin:auto;padding:24px;background:#ffffff;border-radius:8px">${body.join("")}` +
    `<hr style="border:0;border-top:1px solid #e2e8f0"><p style="color:#475569;font-size:13px">${sentBy}</p>` +
    `</div></body></html>`
  );
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Names are other people's words: in HTML they are text. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
