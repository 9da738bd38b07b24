import { channelsTexts as texts } from "#texts/channels.ts";
import type { Refusals } from "../refusal.ts";

export const channelsCodes = {
  channelContactTaken: { status: 409, sentence: texts.contactTaken },
} as const satisfies Refusals;
