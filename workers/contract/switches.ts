/**
 * Kinds of work that the operators of a deployment can stop for everybody: messages to customers, events to other systems, questions to
 * models and speech, and imports of files.
 */
export const switchNames = ["sending", "webhooks", "models", "imports"] as const;
export type SwitchName = (typeof switchNames)[number];
