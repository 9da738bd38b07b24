/** Why a language model's provider did not answer. */
export const providersTexts = {
  unauthorized: "The provider did not accept the API key.",
  rateLimited: "The provider received too many requests. Try again later.",
  unavailable: "Couldn't reach the provider.",
  stopped: "The operator of this installation has stopped AI models for now. Try again later.",
  timeout: "The provider took too long to answer.",
  badAnswer: "Couldn't understand the provider's answer.",
  refused: (status: number) => `The provider refused the request (${status}). Check the model's name.`,
  addressRefused: "The base address must be a public https address.",
  noEncoder:
    "This deployment lacks the sentence encoder that Semantic works with. Deploy it again, or choose SVM.",
  none: "This model type has no key or configuration yet. Set one in the bot's configuration.",
} as const;
