import { type ConversationFlow, NONE } from "#workers/contract/endpoints/reports.ts";

/** Messages that one intent understood, or that none did. */
export const saidAs = (id: string, name: string) =>
  id === NONE ? { scope: 2 as const } : { intent: id, intentName: name };

/** Messages that took a step from one intent to another. */
export const stepOf = ({ from, to }: Pick<ConversationFlow["steps"][number], "from" | "to">) => ({
  ...saidAs(to.id, to.name),
  after: from.id,
  afterName: from.name,
});
