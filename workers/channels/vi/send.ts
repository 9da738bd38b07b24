import type { Adapter, ChannelAccount, OutgoingMessage, SendResult } from "../adapter.ts";
import { type Answer, sendBy } from "../call.ts";
import { refusedRcs, testedBy } from "../rcs/outcome.ts";
import { viCapabilities } from "./capabilities.ts";
import { format } from "./format.ts";
import { login, tokenOf, VI } from "./login.ts";
import { isTaken } from "./wire.ts";

export const send: Adapter["send"] = async (message, channel, deps) => {
  const made = await tokenOf(channel, deps);
  if ("failed" in made) return made.failed;
  const withToken: typeof send = sendBy(
    viCapabilities,
    (formed) => format(formed, channel, made.token),
    outcomeOf,
  );
  return withToken(message, channel, deps);
};

function outcomeOf(answer: Answer, channel: ChannelAccount, { id }: OutgoingMessage): SendResult {
  const isTakenNow = (answer.status === 200 || answer.status === 202) && isTaken(answer.json);
  return isTakenNow ? { outcome: "sent", vendorId: id } : refusedRcs(VI, answer, channel);
}

/** Asks for a token, which proves the client's id and secret: nothing that only asks for the bot is documented. */
export const test: Adapter["test"] = async (channel, deps) =>
  testedBy(VI, channel.settings["clientId"] ?? "", await login(channel, deps));
