import type { OutgoingMessage } from "../adapter.ts";
import type { SimulatedCall } from "./wire.ts";

export const callOf = ({ id, to, body, quoted }: OutgoingMessage): SimulatedCall => ({
  id,
  to: [...to],
  body,
  ...(quoted !== undefined && { quoted }),
});
