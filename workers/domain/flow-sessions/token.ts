import { FLOW_TOKEN, flowIn } from "#workers/contract/templates/sending.ts";
import type { Components } from "#workers/contract/templates/template.ts";

/** 192 random bits: nobody answers another's flow by trying. */
const BYTES = 24;

/** The token of a flow that is sent; Meta's answer brings it back. */
export const newFlowToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString("base64url");

/** Among a template's values the token of the flow that its button opens; nothing where none does. */
export const flowTokenFor = (components: Components): Record<string, string> =>
  flowIn(components) === undefined ? {} : { [FLOW_TOKEN]: newFlowToken() };
