import { z } from "zod";
import type { Outcome } from "#workers/contract/message.ts";
import { Deadline } from "../deadline.ts";
import { ProviderError } from "../provider.ts";

export interface MailchimpSettings {
  key: string;
  /** The sender of mail: an address of a domain that is verified there. */
  from: { address: string; name: string };
  /** Another server that speaks the same contract: a test's. */
  baseUrl?: string;
  /** Time limit of one call. */
  patienceMs?: number;
}

interface Mail {
  id: string;
  to: { address: string; name: string };
  subject: string;
  text: string;
  html: string;
}

/** Outcome of a mail: `later` was certainly not accepted, `unknown` may have been. */
interface Handed {
  state: Outcome;
  outcome: string;
}

const BASE_URL = "https://mandrillapp.com/api/1.0";
const PATIENCE_MS = 10_000;

const accepted = z
  .array(
    z.object({
      status: z.enum(["sent", "queued", "scheduled", "rejected", "invalid"]),
      reject_reason: z.string().nullish(),
      _id: z.string().default(""),
    }),
  )
  .min(1);
const refused = z.object({ status: z.literal("error"), name: z.string() });

/** Refusals that a change of the account or waiting resolves; every other one is about this mail and is final. */
const CURABLE = new Set([
  "Invalid_Key",
  "PaymentRequired",
  "Unknown_Subaccount",
  "ServiceUnavailable",
  "GeneralError",
]);

/**
 * Mailchimp Transactional (messages/send). It has no idempotency key, so duplicates are only avoided by never repeating
 * a call whose outcome is unknown. The outcome is in our own words: theirs may repeat the request, including the key.
 */
export function mailchimp({
  key,
  from,
  baseUrl = BASE_URL,
  patienceMs = PATIENCE_MS,
}: MailchimpSettings): (mail: Mail) => Promise<Handed> {
  return async ({ id, to, subject, text, html }) => {
    const deadline = new Deadline({ silenceMs: patienceMs, overallMs: patienceMs });
    try {
      const response = await deadline.race(
        fetch(`${baseUrl}/messages/send.json`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            key,
            async: false,
            message: {
              from_email: from.address,
              from_name: from.name,
              to: [{ email: to.address, name: to.name, type: "to" }],
              subject,
              text,
              html,
              // One-time links must not go through somebody else's redirects, nor be kept there to be looked at.
              track_opens: false,
              track_clicks: false,
              view_content_link: false,
              metadata: { mail_id: id },
            },
          }),
          redirect: "manual",
          signal: deadline.signal,
        }),
      );
      const answer = await deadline.race(response.json().catch(() => undefined));
      return outcomeOf(response.status, answer);
    } catch (error) {
      // It may have arrived before the connection broke or our patience ended.
      return { state: "unknown", outcome: error instanceof ProviderError ? "timeout" : "no answer" };
    } finally {
      deadline.close();
    }
  };
}

/** Its refusals are JSON whatever the HTTP status; a bare status comes from a proxy in front of it. */
function outcomeOf(status: number, answer: unknown): Handed {
  const refusal = refused.safeParse(answer);
  if (refusal.success) {
    const { name } = refusal.data;
    return { state: CURABLE.has(name) ? "later" : "failed", outcome: name.slice(0, 60) };
  }
  const taken = accepted.safeParse(answer);
  const [first] = taken.success && status === 200 ? taken.data : [];
  if (first) {
    return first.status === "rejected" || first.status === "invalid"
      ? { state: "failed", outcome: [first.status, first.reject_reason].filter(Boolean).join(": ") }
      : { state: "sent", outcome: first._id };
  }
  if (status === 429 || status === 503) return { state: "later", outcome: `HTTP ${status}` };
  if (status >= 300 && status < 500) return { state: "failed", outcome: `HTTP ${status}` };
  return { state: "unknown", outcome: `HTTP ${status}` };
}
