/** Agents, stories, intents, training and the Try it panel. */
export const bots = {
  // agents list
  agents: "Agents",
  createNewAgent: "Create New Agent",
  showMore: "Show More",
  noMoreAgents: "No More Agents to Show",
  noAgents: "No Agents to Show",
  agentCreated: "Agent Created  Successfully",
  agentUpdated: "Agent updated successfully",
  agentDeleted: "Agent deleted successfully",
  agentNameEmpty: "Agent name should not be empty",
  agentDescriptionEmpty: "Agent description should not be empty",
  duplicateAgent: "duplication of name",
  agentNotDeletable: "Agent has Stories and Intents attached to it. Cannot be deleted",

  retriesTooFew: "Entity extract retries value cannot be less than 1",
  thresholdRange: "Confidence threshold must be between zero and 1",
  configSaved: "Configuration updated successfully",

  // stories
  storySaved: "Story saved successfully",
  storyDeleted: "Story deleted successfully",
  storyNameInvalid: "Please give valid name",
  duplicateStory: "Duplication of story name",

  // intents
  intentSaved: "Intent saved successfully",
  intentDeleted: "Intent deleted successfully",
  intentNameEmpty: "Intent name should not be empty",
  intentNameRequired: "Intent name  required",
  duplicateIntent: "Duplication of intent name",
  twoPhrases: "Please give atleast two training phrases save the intent",
  promptEmpty: "prompt cannot be empty",
  parameterNameEmpty: "Parameter name should not be empty",
  duplicateParameter: "Duplication of parameter name",
  duplicatePhrase: "Duplication of utterance name",
  phrasesEmpty: "training phrases should not be empty",
  responseEmpty: "Responce should not be empty",
  oneResponse: "An intent has one response.",
  badSelection: "A bound entity must lie inside its training phrase, and bindings must not overlap.",
  unknownEntity: "A bound entity does not exist (any more).",

  // entities
  entityCreated: "Entity created successfully",
  entityUpdated: "Entity updated successfully",
  entityDeleted: "Deleted  Entity  succesfully",
  entityNameEmpty: "Entity name should not be empty",
  entityValues: "Please give at least one value",
  entityValueEmpty: "Please give the value and type first",
  duplicateEntity: "Duplication of entity name",
  duplicateValue: "Duplication of value",
  entityInUse: "This entity is used by intents. Remove it from them first.",
  synonymEmpty: "Empty synonyms cannot be added",

  // training and trying
  training: "Training has started",
  trained: "Agent trained successfully",
  trainingFailed: "Training failed. The last good model goes on serving.",
  nothingToTrain: "There is nothing to train yet. Add an intent with training phrases first.",
  notTrained: "This agent is not trained yet. Press Train Agent first.",
  outOfScope: "Sorry, I did not understand that.",
  messageEmpty: "Write a message first.",
} as const;
