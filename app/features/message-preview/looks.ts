import { channelTypes } from "#workers/contract/channel-types.ts";

/** How a messenger looks, in words of our own; its colours are in app.css under the same name. */
export interface Look {
  /** Class that sets the colours. */
  className: string;
  /** Shape of what the person wrote, and of what they got. */
  mine: string;
  theirs: string;
  /** How far a message has come: ticks, or words. */
  progress: "ticks" | "words";
  /** Signs in a text that are shown as formatting. */
  formatting: "signs" | "none";
  /** Messages are counted in parts. */
  counted: boolean;
  /** Each message is a letter with a head. */
  letters: boolean;
}

const plain: Look = {
  className: "look",
  mine: "rounded-2xl rounded-br-sm",
  theirs: "rounded-2xl rounded-bl-sm",
  progress: "ticks",
  formatting: "none",
  counted: false,
  letters: false,
};

const LOOKS: Readonly<Record<number, Partial<Look>>> = {
  [channelTypes.whatsApp]: {
    className: "look look-whatsapp",
    mine: "rounded-lg rounded-tr-none",
    theirs: "rounded-lg rounded-tl-none",
    formatting: "signs",
  },
  [channelTypes.telegram]: { className: "look look-telegram" },
  [channelTypes.facebook]: {
    className: "look look-messenger",
    mine: "rounded-3xl",
    theirs: "rounded-3xl",
    progress: "words",
  },
  [channelTypes.instagram]: {
    className: "look look-instagram",
    mine: "rounded-3xl",
    theirs: "rounded-3xl",
    progress: "words",
  },
  [channelTypes.rcs]: {
    className: "look look-rcs",
    mine: "rounded-2xl",
    theirs: "rounded-2xl",
    progress: "words",
  },
  [channelTypes.sms]: { className: "look look-sms", progress: "words", counted: true },
  [channelTypes.email]: { mine: "rounded-md", theirs: "rounded-md", progress: "words", letters: true },
};

export const lookOf = (channelType: number): Look => ({ ...plain, ...LOOKS[channelType] });
