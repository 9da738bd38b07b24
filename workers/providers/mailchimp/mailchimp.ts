import { z } from "zod";
import { Deadline } from "../deadline.ts";
import { ProviderError } from "../provider.ts";

export interface MailchimpSettings {
  key: string;
  /** From whom mail comes: an address of a domain that is verified there. */
  from: { address: string; name: string };
  /** Another server that speaks the same contract: a test's. */
  baseUrl?: string;
  /** How long one call may take. */
  patienceMs?: number;
}

interface Mail {
  id: string;
  to: { address: string; name: string };
  subject: string;
  text: string;
  html: string;
}

/** What became of it: `later` was certainly not taken, `unknown` may have been. */
interface Outcome {
  state: "sent" | "failed" | "later" | "unknown";
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

/** Refusals that mending the account or waiting cures; every other one is about this mail and stays. */
const CURABLE = new Set([
  "Invalid_Key",
  "PaymentRequired",
  "Unknown_Subaccount",
  "ServiceUnavailable",
  "GeneralError",
]);

/**
 * Mailchimp Transactional (messages/send). It knows no idempotency key, so nothing is sent twice only because a call
 * whose end is not known is never repeated. The outcome is in our own words: theirs may repeat what was sent, the key
 * included.
 */
export function mailchimp({
  key,
  from,
  baseUrl = BASE_URL,
  patienceMs = PATIENCE_MS,
}: MailchimpSettings): (mail: Mail) => Promise<Outcome> {
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

/** Its refusals are JSON of their own whatever the HTTP status; a status alone is what stands before it. */
function outcomeOf(status: number, answer: unknown): Outcome {
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
