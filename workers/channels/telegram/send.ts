import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, OutgoingMessage, SendResult, Tested } from "../adapter.ts";
import { type Answer, called, jsonPost, sendBy } from "../call.ts";
import { number, record, text } from "../json.ts";
import { telegramCapabilities } from "./capabilities.ts";
import { format, methodAt } from "./format.ts";
import { messageId } from "./parse.ts";

export const send = sendBy(() => telegramCapabilities, format, outcomeOf);

/** Telegram tells no statuses later: what it accepted is sent, and stays so. */
function outcomeOf(answer: Answer, _channel: ChannelAccount, { id }: OutgoingMessage): SendResult {
  const { status, retryAfter } = answer;
  const fields = record(answer.json);
  if (status >= 200 && status < 300 && fields["ok"] === true) {
    const result = record(fields["result"]);
    // A deletion and a reaction are answered with `true`: they are no message, and our own id stands for them.
    const vendorId = messageId(record(result["chat"])["id"], result["message_id"]);
    return { outcome: "sent", vendorId: vendorId ?? `done:${id}` };
  }
  const code = text(fields["error_code"], 64) ?? `HTTP ${status}`;
  if (status === 429) {
    const wait = number(record(fields["parameters"])["retry_after"]) ?? retryAfter;
    return {
      outcome: "later",
      code,
      reason: texts.busy,
      ...(wait !== undefined && { afterMs: wait * 1_000 }),
    };
  }
  if (status === 408) return { outcome: "later", code, reason: texts.busy };
  if (status < 300 || status >= 500) return { outcome: "unknown", code, reason: texts.unclear };
  return {
    outcome: "failed",
    code,
    reason: reasonOf(status, code),
    // 400 is a message that Telegram does not take, or a chat that it does not know; 403 is a person who blocked the bot.
    ...((status === 400 || status === 403) && { ofMessage: true }),
  };
}

function reasonOf(status: number, code: string): string {
  // 404 is what Telegram says to a token of no bot.
  if (status === 401 || status === 404) return texts.token("Telegram");
  return status === 403 ? texts.blocked : texts.refused("Telegram", code);
}

/** Kinds of update that parse.ts reads; Telegram sends no others. */
const UPDATES = ["message", "edited_message", "callback_query", "my_chat_member"];

/** Tells Telegram where to call, and the token by which its calls are known. */
export async function setWebhook(channel: ChannelAccount, deps: AdapterDeps, url: string): Promise<Tested> {
  const fields = { url, secret_token: channel.webhookToken, allowed_updates: UPDATES, max_connections: 40 };
  const answer = await called(deps, methodAt(channel, "setWebhook"), jsonPost(fields));
  if (answer && record(answer.json)["ok"] === true)
    return { ok: true, text: texts.webhookSet(channel.contactId) };
  return refusedTest(answer);
}

function refusedTest(answer: Answer | undefined): Tested {
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed("Telegram") };
  return { ok: false, text: reasonOf(answer.status, `HTTP ${answer.status}`) };
}

/** Asks the bot who it is and, where the channel's settings have an address for it, sets the webhook. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const answer = await called(deps, methodAt(channel, "getMe"), { method: "GET" });
  const bot = record(record(answer?.json)["result"]);
  const [id, username] = [text(bot["id"], 64), text(bot["username"], 200)];
  if (answer?.status !== 200 || id === undefined) return refusedTest(answer);
  const name = username === undefined ? id : `@${username}`;
  const known = [id, username?.toLowerCase(), name.toLowerCase()];
  if (channel.contactId !== "" && !known.includes(channel.contactId.toLowerCase())) {
    return { ok: false, text: texts.otherBot(name, id) };
  }
  const url = channel.settings["webhookUrl"];
  return url ? setWebhook(channel, deps, url) : { ok: true, text: texts.tested(name) };
}
