import { html } from "hono/html";
import type { AppContext } from "./context.ts";

const style = `:root { color-scheme: light dark; } body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 1rem; }
button { font: inherit; padding: .6rem 1.2rem; cursor: pointer; }`;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A page for whoever follows a link of a message, without any script; nothing keeps it, and no search engine lists it. */
export async function plainPage(
  c: AppContext,
  status: 200 | 404 | 429,
  { title, text, button }: { title: string; text: string; button?: string },
): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
          ${button === undefined ? "" : html`<form method="post"><button>${button}</button></form>`}
        </main>
      </body>
    </html>`;
  return c.html(page, status, {
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "x-robots-tag": "noindex",
  });
}
