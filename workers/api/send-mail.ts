import { directory } from "#db/client.ts";
import { describe } from "#workers/domain/error.ts";
import { mailerOf } from "#workers/domain/mail/mailer.ts";
import { sendMails } from "#workers/domain/mail/send.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext } from "./context.ts";

/** Sends the mail that this request has written, without delaying the response; the cron sends the rest. */
export function sendMailSoon(c: AppContext): void {
  c.executionCtx.waitUntil(send(c));
}

async function send({ env }: AppContext): Promise<void> {
  try {
    await sendMails(directory(env), keyRing(env.DATA_KEY), mailerOf(env));
  } catch (error) {
    console.log(JSON.stringify({ level: "error", source: "mail", failure: describe(error) }));
  }
}
