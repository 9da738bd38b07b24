import { type Capabilities, noPromises, usualKinds, usualSizes } from "./capabilities.ts";
import { channelTypes } from "./channel-types.ts";
import { channelMedia, MAX_DRIVE_BYTES, mediaGroups } from "./endpoints/drive.ts";
import { mediaKinds, type MessageKind } from "./message-body.ts";

/** Common to every channel type that is played; most as WhatsApp. */
const usual: Capabilities = {
  ...noPromises,
  ...usualSizes,
  kinds: usualKinds,
  media: {},
  readReceipts: true,
  idempotent: true,
  echoes: true,
  perSecond: 80,
};

const without = (...kinds: MessageKind[]) => usualKinds.filter((kind) => !kinds.includes(kind));
/** Messenger and Instagram show answers to choose from as quick replies, and have no lists. */
const metas: Partial<Capabilities> = {
  kinds: without("list", "template", "contact", "location"),
  buttons: { most: 13, label: 20 },
  windowHours: 24,
};

/** Where a channel type can do less, more or other than WhatsApp: what it cannot is not offered in the simulator either. */
const PLAYED: Readonly<Record<number, Partial<Capabilities>>> = {
  [channelTypes.sms]: { kinds: ["text", "template"], text: 1_600 },
  [channelTypes.email]: { kinds: ["text", "template", "image", "video", "audio", "document"] },
  [channelTypes.facebook]: metas,
  [channelTypes.instagram]: metas,
  [channelTypes.whatsApp]: { windowHours: 24, kinds: [...usualKinds, "flow"] },
  [channelTypes.telegram]: {
    buttons: { most: 13, label: 64 },
    rows: { most: 100, label: 64, description: 300 },
  },
  [channelTypes.rcs]: { kinds: without("list", "contact"), buttons: { most: 11, label: 25 } },
};

/** Content that a channel of this type can carry where the simulator is its vendor. */
export const simulatorCapabilities = (channelType: number): Capabilities => {
  const can = { ...usual, ...PLAYED[channelType] };
  return { ...can, media: mediaOf(channelType, can.kinds) };
};

/** Files by their kind; one that the type does not name is not offered. A type without a row has no limits of its own. */
function mediaOf(channelType: number, kinds: readonly MessageKind[]): Capabilities["media"] {
  const sizes = channelMedia[channelType];
  const media: Capabilities["media"] = {};
  for (const kind of mediaKinds) {
    const bytes = sizes ? sizes[kind] : USUAL_BYTES;
    if (bytes === undefined || !kinds.includes(kind)) continue;
    media[kind] = { types: mediaGroups[kind], bytes: Math.min(bytes, MAX_DRIVE_BYTES) };
  }
  return media;
}

const USUAL_BYTES = 20 * 1024 * 1024;
