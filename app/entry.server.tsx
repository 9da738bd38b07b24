import { renderToReadableStream } from "react-dom/server.edge";
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from "react-router";
import { type CloudflareContext, cloudflareContext } from "./lib/context.ts";
import { noteProduct } from "./lib/product.ts";

/**
 * The Pages function reaches this through the built server bundle. It must not import app/lib/context.ts itself: wrangler
 * would compile a second copy, and contexts are compared by identity.
 */
export function makeLoadContext(cloudflare: CloudflareContext): RouterContextProvider {
  const context = new RouterContextProvider();
  noteProduct(cloudflare.env);
  context.set(cloudflareContext, cloudflare);
  return context;
}

export { documentLanguage } from "./lib/language/language.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(cloudflareContext);
  let statusCode = status;
  const body = await renderToReadableStream(
    <ServerRouter context={entryContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        // Errors before the shell is ready reject the promise above and are reported by handleError.
        statusCode = 500;
        console.error(error);
      },
    },
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  // The browser's language is in a cookie, or asked for.
  headers.append("Vary", "Cookie, Accept-Language");
  return new Response(body, { status: statusCode, headers });
}

/** Without this the Pages handler turns an exception into a bare 500 that nobody hears of. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) console.error(error);
};
