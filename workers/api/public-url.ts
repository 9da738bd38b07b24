import type { AppContext } from "./context.ts";

/** An address of the console for a mail. Its host is the configured one, never the one a request claims. */
export function publicUrl({ env }: AppContext, path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, env.PUBLIC_URL);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}
