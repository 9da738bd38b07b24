import { providersTexts } from "#texts/providers.ts";
import { ProviderError } from "./provider.ts";

/** The provider answered something of another shape than its contract has. */
export const badAnswer = (message: string = providersTexts.badAnswer): ProviderError =>
  new ProviderError("badAnswer", message);
