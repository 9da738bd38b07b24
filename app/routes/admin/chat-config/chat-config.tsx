import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { FormPage } from "#app/kit/form-page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
import { getChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import { listChatLabels } from "#workers/contract/endpoints/chat-labels.ts";
import { chatDepartments } from "#workers/contract/endpoints/chats.ts";
import { timezones } from "#workers/contract/endpoints/enterprise.ts";
import type { Route } from "./+types/chat-config.ts";
import { LabelsCard } from "./labels-card.tsx";
import { RulesForm } from "./rules-form.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, rows: 8 });

export const clientLoader = prefetched(async () => {
  const [rules, zones, labels, departments] = await Promise.all([
    load(getChatConfig),
    load(timezones),
    load(listChatLabels, { query: {} }),
    load(chatDepartments),
  ]);
  return { rules, zones, labels, departments };
});

/** How the enterprise answers chats. */
export default function ChatConfig({ loaderData }: Route.ComponentProps) {
  const { answer: rules } = useLoaded(loaderData.rules);
  const { answer: zones } = useLoaded(loaderData.zones);
  const { labels } = useLoaded(loaderData.labels).answer;
  const { departments } = useLoaded(loaderData.departments).answer;
  return (
    <FormPage title={title} lead={lead}>
      <RulesForm stored={rules} zones={zones} />
      <LabelsCard labels={labels} departments={departments} />
    </FormPage>
  );
}
