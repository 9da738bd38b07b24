/** Agents, stories, intents, training and the Try it panel. */
export const botsTexts = {
  // agents list
  agents: "Agents",
  createNewAgent: "Create New Agent",
  importAgent: "Import bot",
  showMore: "Show More",
  noMoreAgents: "No More Agents to Show",
  noAgents: "No Agents to Show",
  agentDeleted: "Bot deleted",
  agentNameEmpty: "Bot name should not be empty",
  agentDescriptionEmpty: "Bot description should not be empty",

  retriesTooFew: "Entity extract retries value cannot be less than 1",
  retriesTooMany: (most: number) => `Entity extract retries value cannot be more than ${most}`,
  thresholdRange: "Confidence threshold must be between zero and 1",

  // stories
  firstStory: "General",
  storyDeleted: "Story deleted successfully",
  storyNameInvalid: "Please give valid name",

  // intents
  intentDeleted: "Intent deleted successfully",
  intentNameEmpty: "Intent name should not be empty",
  twoPhrases: "Please give atleast two training phrases save the intent",
  tooManyPhrases: (most: number) => `An intent can have at most ${most} training phrases.`,
  promptEmpty: "prompt cannot be empty",
  parameterNameEmpty: "Parameter name should not be empty",
  duplicateParameter: "Duplication of parameter name",
  duplicatePhrase: "Duplication of utterance name",
  phrasesEmpty: "training phrases should not be empty",
  responseEmpty: "Responce should not be empty",
  oneResponse: "An intent can have only one response.",
  tickOnePhrase: "Select at least one training phrase",
  badSelection: "A bound entity must be inside its training phrase, and bindings must not overlap.",

  // entities
  entityNameEmpty: "Entity name should not be empty",
  entityValues: "Please give at least one value",
  entityValueEmpty: "Please give the value and type first",
  duplicateValue: "Duplication of value",
  synonymEmpty: "Empty synonyms cannot be added",

  // training and trying
  notTrained: "This bot is not trained yet. Press Train Agent first.",
  outOfScope: "Sorry, I did not understand that.",
  messageEmpty: "Write a message first.",

  // the list's own words
  agentsLead: "Bots that answer your customers. Each learns from the phrases that you give it.",
  searchAgents: "Search bots",
  agentsFound: (count: number, more: boolean) =>
    count === 1 && !more ? "1 bot" : `${count}${more ? " or more" : ""} bots`,
  noAgentsYet: "No bots yet",
  noAgentsYetHint: "Create one, give it two intents with a few phrases each, train it, and try it.",
  createFirstAgent: "Create your first bot",
  readyMade: "Start with a ready-made one",
  noAgentsFound: (query: string) => `No bots match “${query}”`,
  noAgentsFoundHint: "Check the spelling, or clear the search to see them all.",
  agentMenu: (name: string) => `Menu for ${name}`,
  edit: "Edit",
  editAgent: "Edit bot",
  create: "Create",
  name: "Name",
  description: "Description",
  changedAt: (moment: string) => `Changed ${moment}`,
  deleteAgentQuestion: "Are you sure you want to delete this Agent ?",

  // container
  agentParts: "Parts of the bot",
  backToAgents: "Back to the bots",
  agentGone: "Couldn't open this bot. It may have been deleted.",
  tabGroups: { build: "Build", improve: "Improve", analyse: "Analyse" },
  tabs: {
    intents: "Intents",
    entities: "Entities",
    configuration: "Configuration",
    designer: "Designer",
    genAi: "GenAI",
    callClassification: "Call Classification",
    sentiment: "Sentiment",
    report: "Report",
    training: "Training",
    unmatched: "Not understood",
  },
  trainAgent: "Train Agent",
  tryIt: "Try it",
  pleaseWait: "Please wait while we are building the knowledge base!!",
  saveTheIntent: "please save the intent",
  saveOrDiscard: "Please Save or Discard the changes",
  toReview: (count: number) => (count === 1 ? "1 message to review" : `${count} messages to review`),
  untrained: "Not trained yet",
  trainingNow: (share: string) => `Training ${share}`,
  trainingFailedShort: "Training failed",
  trainingProgress: "Building the knowledge base",
  trainedOn: (intents: number, phrases: number, seconds: string) =>
    `${intents === 1 ? "1 intent" : `${intents} intents`}, ${phrases === 1 ? "1 phrase" : `${phrases} phrases`}, in ${seconds} s.`,
  changedSince: "Changes not trained yet",
  trainedVersion: (version: number, accuracy: string) =>
    `Version ${version}${accuracy && ` · ${accuracy} accuracy`}`,

  // stories and intents panels
  storyFirst: "Please create story before an Intent",
  deleteStoryText: (name: string, intents: number) =>
    intents === 0
      ? name
      : `${name}. Its ${intents === 1 ? "intent is" : `${intents} intents are`} deleted too.`,
  // editor
  response: "Response",
  handOver: "Hand-over to a person",
  preview: "Preview",
  // parameters
  parameters: "Parameters",
  promptExample: (name: string) => `What is the ${name}?`,
  // try it
  startTyping: "Start Typing...",
  yourMessage: "Your message",
  send: "Send",
  startOver: "Start over",
  conversation: "Conversation with the bot",
  tryItHint: "Say something as a customer would.",
  answering: "The bot is answering",
  youSaid: "You:",
  botSaid: "Agent:",
  noMessages: "No messages available",
  viewSource: "View Source",
  understoodAs: (name: string, share: string) => `${name} · ${share}`,
  notUnderstood: (nearest: string | undefined) =>
    nearest ? `Not understood · nearest: ${nearest}` : "Not understood",
} as const;
