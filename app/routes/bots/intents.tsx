import { Page } from "#app/components/page.tsx";
import { messages } from "#app/messages.ts";
import { titleOf } from "#app/title.ts";

export const meta = () => titleOf(messages.bots.agents);

export default function Intents() {
  return <Page title={messages.bots.agents}>{null}</Page>;
}
