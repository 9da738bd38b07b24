import { type ConversationFlow, NONE } from "#workers/contract/endpoints/reports.ts";

/** Filter for messages matched to one intent, or to none. */
export const saidAs = (id: string, name: string) =>
  id === NONE ? { scope: 2 as const } : { intent: id, intentName: name };

/** Filter for messages that moved the conversation from one intent to another. */
export const stepOf = ({ from, to }: Pick<ConversationFlow["steps"][number], "from" | "to">) => ({
  ...saidAs(to.id, to.name),
  after: from.id,
  afterName: from.name,
});
