import { directory } from "#db/client.ts";
import { describe } from "#workers/domain/error.ts";
import { mailerOf } from "#workers/domain/mail/mailer.ts";
import { MOST_AT_ONCE, sendMails } from "#workers/domain/mail/send.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** A minute's worth; more would hold up the tasks after it. */
const ROUNDS = 10;

/** Sends mail that no request has sent: its Worker ended, the provider was busy, or the settings were incomplete. */
export async function sendWaitingMail(env: JobsEnv): Promise<void> {
  try {
    const mailer = mailerOf(env);
    for (let round = 0; round < ROUNDS; round++) {
      const sent = await sendMails(directory(env), keyRing(env.DATA_KEY), mailer);
      if (sent < MOST_AT_ONCE) return;
    }
  } catch (error) {
    console.log(JSON.stringify({ level: "error", source: "mail", failure: describe(error) }));
  }
}
