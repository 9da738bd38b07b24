import { settingOf } from "./setting.ts";
import type { AppContext } from "./context.ts";

/** An address of the console for a mail. Its host is the configured one, never the one a request claims. */
export function publicUrl({ env }: AppContext, path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, env.PUBLIC_URL);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Where a vendor calls: at an origin of its own, where the deployment has one. */
export const webhookAddress = (env: Pick<ApiEnv, "PUBLIC_URL">, path: string): string =>
  new URL(path, settingOf(env, "WEBHOOK_URL") ?? env.PUBLIC_URL).href;
