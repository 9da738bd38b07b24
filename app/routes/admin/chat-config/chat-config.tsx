import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { FormPage } from "#app/kit/form-page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
import { getChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import { timezones } from "#workers/contract/endpoints/enterprise.ts";
import type { Route } from "./+types/chat-config.ts";
import { RulesForm } from "./rules-form.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, rows: 8 });

export const clientLoader = prefetched(async () => {
  const [rules, zones] = await Promise.all([load(getChatConfig), load(timezones)]);
  return { rules, zones };
});

/** How the enterprise answers chats. */
export default function ChatConfig({ loaderData }: Route.ComponentProps) {
  const { answer: rules } = useLoaded(loaderData.rules);
  const { answer: zones } = useLoaded(loaderData.zones);
  return (
    <FormPage title={title} lead={lead}>
      <RulesForm stored={rules} zones={zones} />
    </FormPage>
  );
}
