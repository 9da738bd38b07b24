import { createHmac } from "node:crypto";
import { answerOutbound } from "./outbound.ts";

export interface ReceivedEvent {
  id: string;
  type: string;
  revision: number;
  data: {
    chat?: { id: string; state: string; handler: { name: string } | null };
    message?: { id: string; status: string; body?: { text?: string } };
  };
  /** Which of the secrets that the receiver knows have signed. */
  signedBy: string[];
  at: number;
}

export interface PlayedReceiver {
  readonly url: string;
  /** Every call, in the order in which it came, whatever was answered. */
  readonly calls: ReceivedEvent[];
  /** Secrets that it knows. */
  secrets: string[];
  /** Answers the next calls so; by default 204. */
  answer: () => Response | Promise<Response>;
}

let played = 0;

/** An enterprise's own system that checks calls as Standard Webhooks 1.0 says, by code of its own. */
export function playReceiver(): PlayedReceiver {
  const receiver: PlayedReceiver = {
    url: `https://receiver.company.com/hooks/${process.pid}-${++played}-`,
    calls: [],
    secrets: [],
    answer: () => new Response(null, { status: 204 }),
  };
  const take = async (request: Request): Promise<Response> => {
    const text = await request.text();
    const id = request.headers.get("webhook-id") ?? "";
    const timestamp = request.headers.get("webhook-timestamp") ?? "";
    const given = (request.headers.get("webhook-signature") ?? "").split(" ");
    const at = Date.now();
    if (Math.abs(at / 1_000 - Number(timestamp)) > 300) throw new Error(`a call of ${timestamp}`);
    const signedBy = receiver.secrets.filter((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
      return given.includes(`v1,${mac}`);
    });
    receiver.calls.push({ ...(JSON.parse(text) as Omit<ReceivedEvent, "id">), id, signedBy, at });
    return receiver.answer();
  };
  answerOutbound(receiver.url, take, { isOwn: true });
  return receiver;
}
