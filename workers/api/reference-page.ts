import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { KEY_CALLS_A_MINUTE } from "#workers/contract/api-keys.ts";
import { listCustomers } from "#workers/contract/endpoints/customers.ts";
import { curlOf, openApiDocument } from "./openapi.ts";

const style = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; } details { border: 1px solid #8886; border-radius: 6px; margin: .5rem 0; }
summary { padding: .5rem .75rem; cursor: pointer; overflow-wrap: anywhere; } details > div { padding: 0 .75rem .75rem; }
pre { overflow: auto; padding: .75rem; border: 1px solid #8886; border-radius: 6px; font-size: 13px; max-height: 30rem; }
b { padding-right: .5rem; } p { margin: .5rem 0; } a { color: inherit; }`;

const styleHash = createHash("sha256").update(style).digest("base64");

interface Operation {
  tags: string[];
  summary: string;
  description: string;
  [part: string]: unknown;
}

/** The reference as one page without scripts, from the same document that machines read. */
export function referencePage(): { html: ReturnType<typeof html>; policy: string } {
  const { paths, webhooks } = openApiDocument();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  );
  const sections = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? "");
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference – Chatbird</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>Chatbird API</h1>
          <p>
            Also as <a href="/api/openapi.json">OpenAPI document</a>. Sign in, then send the token in the
            header <code>authentication-token</code>.
          </p>
          <p>
            Your own systems call with an API key instead, made in Integration. The calls that take one say
            which scope it needs; all others answer 403. A key makes at most ${KEY_CALLS_A_MINUTE} calls a
            minute.
          </p>
          <pre tabindex="0">${curlOf(listCustomers)}</pre>
          ${[...sections].map(
            ([section, calls]) =>
              html`<section>
                <h2>${section}</h2>
                ${calls.map(
                  ({ path, method, operation: { summary, description, tags: _, ...rest } }) =>
                    html`<details>
                      <summary><b>${method}</b> <code>${path}</code><br />${summary}</summary>
                      <div>
                        <p>${description}</p>
                        <pre tabindex="0">${JSON.stringify(rest, null, 2)}</pre>
                      </div>
                    </details>`,
                )}
              </section>`,
          )}
          <section>
            <h2>Webhooks</h2>
            <p>
              Events that your own systems are told of, once their address is added under Integration,
              Webhooks.
            </p>
            ${Object.entries(webhooks).map(
              ([event, { post }]) =>
                html`<details>
                  <summary><code>${event}</code><br />${post?.["summary"]}</summary>
                  <div><pre tabindex="0">${JSON.stringify(post, null, 2)}</pre></div>
                </details>`,
            )}
          </section>
        </main>
      </body>
    </html>`;
  return {
    html: page,
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
  };
}
