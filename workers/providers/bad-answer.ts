import * as messages from "#app/messages.ts";
import { ProviderError } from "./provider.ts";

/** The provider answered something of another shape than its contract has. */
export const badAnswer = (message: string = messages.providers.badAnswer): ProviderError =>
  new ProviderError("badAnswer", message);
