/** 192 random bits: nobody answers another's flow by trying. */
const BYTES = 24;

/** The token of a flow that is sent; Meta's answer brings it back. */
export const newFlowToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString("base64url");
