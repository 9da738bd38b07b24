/** Why a language model's provider did not answer. */
export const providers = {
  unauthorized: "The provider did not accept the API key.",
  rateLimited: "The provider says that it was asked too often. Try again later.",
  unavailable: "The provider could not be reached.",
  timeout: "The provider took too long to answer.",
  badAnswer: "The provider's answer could not be understood.",
  refused: (status: number) => `The provider refused the request (${status}). Check the model's name.`,
  addressRefused: "The base address must be a public https address.",
  none: "There is no key or configuration for this model type yet. Set one in the agent's configuration.",
} as const;
