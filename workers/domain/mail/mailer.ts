import { mailchimp } from "#workers/providers/mailchimp/mailchimp.ts";
import type { Mailer } from "./send.ts";

/** Mail settings of a deployment: from its configuration, and the key from its secrets. */
export interface MailSettings {
  MAIL: string;
  MAIL_FROM: string;
  MAIL_FROM_NAME: string;
  MAILCHIMP_KEY?: string;
}

/**
 * The mailer of this deployment; null where mail is kept for its preview. Throws when the configuration is incomplete:
 * mail then waits, and is sent once that is corrected.
 */
export function mailerOf(env: object): Mailer | null {
  // A secret that only some deployments have is missing from every Worker's generated type.
  const { MAIL, MAIL_FROM, MAIL_FROM_NAME, MAILCHIMP_KEY } = env as MailSettings;
  if (MAIL === "outbox") return null;
  const problem = mailProblem({ MAIL, MAIL_FROM }, Boolean(MAILCHIMP_KEY));
  if (problem !== undefined) throw new Error(problem);
  return mailchimp({ key: MAILCHIMP_KEY ?? "", from: { address: MAIL_FROM, name: MAIL_FROM_NAME } });
}

/**
 * The fault in a deployment's mail settings, as a sentence for the person who deploys; undefined when there is none.
 */
export function mailProblem(
  { MAIL, MAIL_FROM }: Pick<MailSettings, "MAIL" | "MAIL_FROM">,
  hasKey: boolean,
): string | undefined {
  if (MAIL === "outbox") return undefined;
  if (MAIL !== "mailchimp") return `MAIL is "${MAIL}"; it must be "outbox" or "mailchimp".`;
  if (!MAIL_FROM.includes("@")) return 'MAIL is "mailchimp", but MAIL_FROM is no address.';
  return hasKey ? undefined : 'MAIL is "mailchimp", but there is no secret MAILCHIMP_KEY.';
}
