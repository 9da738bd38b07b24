import { mailsTexts } from "#texts/mails.ts";

const { templates } = mailsTexts;
export type Template = keyof typeof templates;

export interface Letter {
  template: Template;
  to: { address: string; name: string };
  /** Values of the template's placeholders, in order. */
  facts?: readonly string[];
  /** Target of its button. */
  link?: string;
  /** A code to type, shown large. */
  code?: string;
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
  /** The link or code on its own: for the mail preview, and for a mail that is only glanced at. */
  link?: string;
  code?: string;
}

/** A letter as plain text and as HTML; both say the same. */
export function compose({ template, to, facts = [], link, code }: Letter): ComposedMail {
  const { subject, text, action } = templates[template];
  const paragraphs = [
    mailsTexts.greeting(to.name),
    ...(code ? [mailsTexts.codeIs(code)] : []),
    ...(text as (...facts: readonly string[]) => string[])(...facts),
  ];
  const plain = [...paragraphs, ...(link ? [`${action}: ${link}`] : []), mailsTexts.sentBy];
  return {
    subject,
    text: plain.join("\n\n"),
    html: htmlOf(subject, paragraphs, action, link),
    ...(link && { link }),
    ...(code && { code }),
  };
}

function htmlOf(subject: string, paragraphs: string[], action: string, link: string | undefined): string {
  const body = paragraphs.map((paragraph) => `<p style="white-space:pre-line">${escaped(paragraph)}</p>`);
  if (link) {
    const href = escaped(link);
    const style =
      "display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none";
    body.push(
      `<p><a href="${href}" style="${style}">${escaped(action)}</a></p>`,
      `<p style="color:#475569;font-size:13px">${mailsTexts.linkDoesNotWork}<br>${href}</p>`,
    );
  }
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;background:#f1f5f9;font:16px/1.5 sans-serif;color:#0f172a">` +
    `<div style="max-width:560px;margin:auto;padding:24px;background:#ffffff;border-radius:8px">${body.join("")}` +
    `<hr style="border:0;border-top:1px solid #e2e8f0"><p style="color:#475569;font-size:13px">${mailsTexts.sentBy}</p>` +
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
