import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Adapter, ChannelAccount, OutgoingMessage, SendResult } from "../adapter.ts";
import { type Answer, sendBy } from "../call.ts";
import { record, text } from "../json.ts";
import { rcsCapabilities } from "../rcs/capabilities.ts";
import { refusedRcs, testedBy } from "../rcs/outcome.ts";
import { format } from "./format.ts";
import { GOOGLE, login, serviceAccountOf, tokenOf } from "./login.ts";

export const send: Adapter["send"] = async (message, channel, deps) => {
  const made = await tokenOf(channel, deps);
  if ("failed" in made) return made.failed;
  const withToken: typeof send = sendBy(
    () => rcsCapabilities,
    (formed) => format(formed, channel, made.token),
    outcomeOf,
  );
  return withToken(message, channel, deps);
};

/** The answer is the message itself. One whose id is there already was taken before. */
function outcomeOf(answer: Answer, channel: ChannelAccount, { id }: OutgoingMessage): SendResult {
  const fields = record(answer.json);
  const isTaken = answer.status === 200 && text(fields["name"], 500) !== undefined;
  const isThere = answer.status === 409 && record(fields["error"])["status"] === "ALREADY_EXISTS";
  return isTaken || isThere ? { outcome: "sent", vendorId: id } : refusedRcs(GOOGLE, answer, channel);
}

/** Asks for a token, which proves the service account: what asks for an agent needs a person's number. */
export const test: Adapter["test"] = async (channel, deps) => {
  const account = await serviceAccountOf(channel);
  if (!account) return { ok: false, text: texts.badServiceAccount };
  return testedBy(GOOGLE, account.email, await login(account, channel, deps));
};
