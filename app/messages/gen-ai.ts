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
} as const;
