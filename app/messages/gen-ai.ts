/** Generative knowledge and the configurations of its providers. */
export const genAi = {
  configurationNameEmpty: "Configuration name should not be empty",
  configurationNameTaken: "Duplication of configuration name",
  configurationInUse: "An agent works with this configuration. Choose another one there first.",
  apiKeyEmpty: "API Key should not be empty",
  llmTypeEmpty: "LLM Type should not be empty",
  providerFailed: "The provider could not be reached.",
  selectConfiguration: "Please select any configuration",
  urlEmpty: "Website Url cannot be empty",
  tooManyUrls: (most: number) => `Give at most ${most} addresses.`,
  addressRefused: "This address cannot be read: only public http and https addresses can.",
  documentMissing: "Add at least one PDF document.",

  // integrations
  configurationCreated: "Configuration created successfully",
  configurationUpdated: "Configuration updated successfully",
  configurationDeleted: "Configuration deleted successfully",
  baseUrlRefused: "Give a public https address, such as https://api.openai.com/v1.",
  keyForNewAddress: "Give the API Key again: it is not sent to another address than it was given for.",
  noProvider: "This configuration has no key, or its address is not allowed any more.",
  testQuestion: "Answer with the word OK.",
  tested: "The provider answers.",
  testedChatOnly: (why: string) =>
    `The provider answers, but gives no embeddings, which agents of the type Open AI learn from: ${why}`,

  // what a provider answered, in our words: its own may carry anything
  provider: {
    unauthorized: "The provider refused the API key.",
    rateLimited: "The provider asks to slow down, or the quota of the account is used up. Try again later.",
    unavailable: "The provider could not be reached.",
    timeout: "The provider did not answer in time.",
    badAnswer: "The provider answered what cannot be used. Check the base address and the models.",
    notKnown: "The provider does not know the base address or the model.",
    refused: "The provider refused the request. Check the models.",
    tooLarge: "The provider answered more than can be taken.",
  },
} as const;
