import { directory } from "#db/client.ts";
import { sendMails } from "#workers/domain/mail/send.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext } from "./context.ts";

/** Lets the letters that this request has written go, without making anybody wait; the cron finds what is left. */
export function sendMailSoon(c: AppContext): void {
  c.executionCtx.waitUntil(sendMails(directory(c.env), keyRing(c.env.DATA_KEY), null));
}
