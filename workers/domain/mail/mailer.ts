import { mailchimp } from "#workers/providers/mailchimp/mailchimp.ts";
import type { Mailer } from "./send.ts";

/** How a deployment sends mail: from its configuration, and the key from its secrets. */
export interface MailSettings {
  MAIL: string;
  MAIL_FROM: string;
  MAIL_FROM_NAME: string;
  MAILCHIMP_KEY?: string;
}

/**
 * Who carries the mail of this deployment; null where it is kept for the outbox. Throws where the configuration is not
 * complete: mail then waits, and goes once it is mended.
 */
export function mailerOf(env: object): Mailer | null {
  // A secret that not every deployment has is in no Worker's generated type.
  const { MAIL, MAIL_FROM, MAIL_FROM_NAME, MAILCHIMP_KEY } = env as MailSettings;
  if (MAIL === "outbox") return null;
  const problem = mailProblem({ MAIL, MAIL_FROM }, Boolean(MAILCHIMP_KEY));
  if (problem !== undefined) throw new Error(problem);
  return mailchimp({ key: MAILCHIMP_KEY ?? "", from: { address: MAIL_FROM, name: MAIL_FROM_NAME } });
}

/** What is wrong with a deployment's mail settings, as a sentence for whoever deploys; undefined when nothing is. */
export function mailProblem(
  { MAIL, MAIL_FROM }: Pick<MailSettings, "MAIL" | "MAIL_FROM">,
  hasKey: boolean,
): string | undefined {
  if (MAIL === "outbox") return undefined;
  if (MAIL !== "mailchimp") return `MAIL is "${MAIL}"; it must be "outbox" or "mailchimp".`;
  if (!MAIL_FROM.includes("@")) return 'MAIL is "mailchimp", but MAIL_FROM is no address.';
  return hasKey ? undefined : 'MAIL is "mailchimp", but there is no secret MAILCHIMP_KEY.';
}
