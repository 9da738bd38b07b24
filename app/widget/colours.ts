import { contrast } from "#workers/contract/accent.ts";

/** Black or white, whichever is easier to read on a colour: one of them always passes 4.5:1. */
export const textOn = (colour: string): string =>
  contrast(colour, "#ffffff") >= contrast(colour, "#000000") ? "#ffffff" : "#000000";

/** A sheet that sets the channel's colour. */
export const coloured = (colour: string): string =>
  `:host{--accent:${colour};--on:${textOn(colour.toLowerCase())}}`;
