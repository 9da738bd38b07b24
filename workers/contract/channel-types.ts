import { channelsTexts } from "#texts/channels.ts";

/** Channel type codes of the specification (platform-shell.md 3). */
export const channelTypes = {
  sms: 0,
  email: 1,
  facebook: 3,
  whatsApp: 4,
  telegram: 5,
  googleBusiness: 6,
  ivrs: 9,
  rcs: 10,
  instagram: 11,
  web: 12,
} as const;
export type ChannelType = (typeof channelTypes)[keyof typeof channelTypes];

/** Stands for all of them where a rule names one; the code of SMS is 0. */
export const EVERY_CHANNEL = -1;

export const allChannelTypes: readonly ChannelType[] = Object.values(channelTypes);
export const isChannelType = (code: number): code is ChannelType =>
  (allChannelTypes as readonly number[]).includes(code);

export const channelTypeName = (code: ChannelType): string => channelsTexts.types[code];
