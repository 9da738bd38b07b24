import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { configurationTexts as texts } from "#texts/configuration.ts";
import { getAgent } from "#workers/contract/endpoints/bots.ts";
import { listGenAiConfigs } from "#workers/contract/endpoints/knowledge.ts";
import type { Route } from "./+types/configuration.ts";
import type { FormProps } from "./configuration-form.tsx";

const ConfigurationForm = lazilyShown(
  () => import("./configuration-form.tsx"),
  (module) => module.ConfigurationForm,
  (_: FormProps) => <SkeletonRows />,
);

export const { HydrateFallback, ErrorBoundary } = frameOf({ title: texts.title, within: true });

export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) => {
  ConfigurationForm.prefetch();
  const [agent, configs] = await Promise.all([load(getAgent, { params: { id } }), load(listGenAiConfigs)]);
  return { agent, configs };
});

export default function ConfigurationPage({ loaderData }: Route.ComponentProps) {
  const agent = useLoaded(loaderData.agent);
  const { answer: configs } = useLoaded(loaderData.configs);
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-5 sm:px-6">
      <h2 className="text-lg font-semibold">{texts.title}</h2>
      <p className="mt-1 mb-4 text-muted">{texts.lead}</p>
      <NotRefreshed list={agent} />
      <ConfigurationForm agent={agent.answer} configs={configs} />
    </div>
  );
}
