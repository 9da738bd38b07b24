import { seller } from "#workers/contract/billing/money.ts";
import { mailProblem } from "#workers/domain/mail/mailer.ts";

/** Environment variables of a deployment; each replaces the committed value, which is for local use. */
export const settingNames = [
  "PUBLIC_URL",
  "ADDRESS_HEADER",
  "MAIL",
  "MAIL_FROM",
  "MAIL_FROM_NAME",
  "COMMUNITY_URL",
  "CHANNEL_VENDORS",
  "WEBHOOK_URL",
  "LINKS_URL",
  "WIDGET_DEMO",
  "DATA_REGIONS",
  "FEATURES",
  "STUN_URLS",
  "TURN_URLS",
  "ANALYTICS_URL",
  "DESIGNER_URL",
  "BACKUP_NIGHTS",
  "TITLE",
  "CHATAGENT_ORIGINS",
] as const;
/** Values of a deployment unless its environment says otherwise. */
const DEPLOYED: Record<string, string | undefined> = { ADDRESS_HEADER: "cf-connecting-ip" };
/** The Workers that send mail. */
const MAILERS = ["chatbird-api", "chatbird-jobs"] as const;

/** A Worker's wrangler.toml, or that of the Pages project, with this deployment's settings. Throws when a value cannot be written in one line. */
export function withSettings(toml: string, environment: Record<string, string | undefined>): string {
  return settingNames.reduce((text, name) => {
    const value = environment[name] ?? DEPLOYED[name];
    if (value === undefined) return text;
    if (/[\p{Cc}"\\]/u.test(value)) throw new Error(`${name} must be plain text in one line.`);
    if (name === "BACKUP_NIGHTS" && !/^\d{1,4}$/.test(value))
      throw new Error(
        `BACKUP_NIGHTS is "${value}": it is a number of nights such as 90, or 0 for no exports.`,
      );
    return text.replace(new RegExp(`^${name} = ".*"$`, "m"), () => `${name} = "${value}"`);
  }, toml);
}

/** Workers that ask Cloudflare's models, where the deployment has them. */
const WITH_AI = /^name = "chatbird-(api|jobs)"$/m;

/**
 * The same with the binding to Cloudflare's models, if WORKERS_AI is "yes": it costs the account money, and no local
 * system has it.
 */
export const withWorkersAi = (toml: string, environment: Record<string, string | undefined>): string =>
  environment.WORKERS_AI === "yes" && WITH_AI.test(toml) ? `${toml}\n[ai]\nbinding = "AI"\n` : toml;

/** Refuses settings with which a deployment would start but not work, or would expose something it must not. */
export function refuseSettings(apiToml: string): void {
  const address = valueOf(apiToml, "PUBLIC_URL");
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:") {
    throw new Error(
      `PUBLIC_URL is ${address}: links in mail begin with it, so it must be the console's own https address. ` +
        "Set it in the environment: PUBLIC_URL=https://console.example.com npm run deploy",
    );
  }
}

/**
 * The mail key for the Workers that need it and lack it: from the environment. Throws, in a sentence, when a deployment
 * that means to send mail could not.
 */
export function mailSecrets(
  apiToml: string,
  present: Record<string, readonly string[]>,
  key: string | undefined,
): Record<string, Record<string, string>> {
  const settings = { MAIL: valueOf(apiToml, "MAIL"), MAIL_FROM: valueOf(apiToml, "MAIL_FROM") };
  if (settings.MAIL === "outbox") return {};
  const secrets: Record<string, Record<string, string>> = {};
  for (const worker of MAILERS) {
    const there = present[worker]?.includes("MAILCHIMP_KEY") ?? false;
    const problem = mailProblem(settings, there || Boolean(key));
    if (problem !== undefined) {
      throw new Error(`${worker}: ${problem} Set it in the environment of npm run deploy, once.`);
    }
    if (key) secrets[worker] = { MAILCHIMP_KEY: key };
  }
  return secrets;
}

/**
 * The secret that the api Worker shares with the relay of video calls: from the environment. Throws where relays are named and nothing lets
 * anybody in: each call behind a strict network would fail, with nothing that says why.
 */
export function turnSecret(
  apiToml: string,
  present: Record<string, readonly string[]>,
  secret: string | undefined,
): Record<string, Record<string, string>> {
  if (secret) return { "chatbird-api": { TURN_SECRET: secret } };
  if (valueOf(apiToml, "TURN_URLS") === "" || present["chatbird-api"]?.includes("TURN_SECRET")) return {};
  throw new Error(
    "TURN_URLS names relays and there is no TURN_SECRET: set the relays' static-auth-secret in the environment of npm run deploy, once.",
  );
}

/**
 * The seller, for the Worker that writes invoices: from the environment. Throws for one that it could not read, as it would
 * bill nobody then.
 */
export function sellerSecret(text: string | undefined): Record<string, Record<string, string>> {
  if (!text) return {};
  const { success, error } = seller.safeParse(jsonIn(text));
  if (success) return { "chatbird-jobs": { BILLING_SELLER: text } };
  const why = error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  throw new Error(
    `BILLING_SELLER cannot be read (${why.join("; ")}): it is JSON such as {"name":"Chatbird Ltd","address":"Pune","taxId":"…","state":"27","taxRate":1800}.`,
  );
}

/** The word to a person who deploys without a seller; undefined where the Worker has one, or is given it now. */
export const sellerMissing = (
  present: Record<string, readonly string[]>,
  text: string | undefined,
): string | undefined =>
  text || present["chatbird-jobs"]?.includes("BILLING_SELLER")
    ? undefined
    : "No BILLING_SELLER is set: enterprises with a plan get no invoice until it says who sells.";

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const valueOf = (toml: string, name: string): string =>
  new RegExp(`^${name} = "(.*)"$`, "m").exec(toml)?.[1] ?? "";
