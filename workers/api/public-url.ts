import { webhookOrigin } from "#workers/contract/vendors.ts";
import type { AppContext } from "./context.ts";

/** An address of the console for a mail. Its host is the configured one, never the one a request claims. */
export function publicUrl({ env }: AppContext, path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, env.PUBLIC_URL);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Where a vendor calls. */
export const webhookAddress = (env: Parameters<typeof webhookOrigin>[0], path: string): string =>
  new URL(path, webhookOrigin(env)).href;
