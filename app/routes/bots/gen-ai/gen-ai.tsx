import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, put, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useDraft } from "#app/kit/use-draft.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { lazily, lazilyShown } from "#app/components/ui/lazily.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts } from "#texts/bots.ts";
import { genAiTexts as texts } from "#texts/gen-ai.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  getKnowledge,
  listGenAiConfigs,
  saveKnowledge,
  type Knowledge,
} from "#workers/contract/endpoints/knowledge.ts";
import type { Route } from "./+types/gen-ai.ts";
import type { KnowledgeDraft } from "./knowledge-draft.ts";
import { useBuilding } from "./use-building.ts";

const IntegrationDialog = lazily(
  () => import("./integration-dialog.tsx"),
  (module) => module.IntegrationDialog,
);
const Websites = lazilyShown(
  () => import("./websites.tsx"),
  (module) => module.Websites,
  () => <SkeletonRows rows={2} />,
);
const Documents = lazilyShown(
  () => import("./documents.tsx"),
  (module) => module.Documents,
  () => <SkeletonRows rows={2} />,
);
const TryQuestion = lazilyShown(
  () => import("./try-question.tsx"),
  (module) => module.TryQuestion,
  () => <SkeletonRows rows={2} />,
);

/** An explicit choice: the best passage is the answer, without a language model. */
const WITHOUT = "without";

export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) => {
  const [knowledge, configs] = await Promise.all([
    load(getKnowledge, { params: { id } }),
    load(listGenAiConfigs),
  ]);
  return { agentId: id, knowledge, configs };
});

export const { HydrateFallback, ErrorBoundary } = frameOf({ title: texts.title, within: true });

const draftOf = (knowledge: Knowledge): KnowledgeDraft => ({
  config: knowledge.genAiConfigId ?? (knowledge.kbFromWebsite || knowledge.kbFromDoc ? WITHOUT : ""),
  kbFromWebsite: knowledge.kbFromWebsite,
  urls: knowledge.websitesUrls,
  crawlDepth: knowledge.crawlDepth,
  recrawlHours: knowledge.recrawlHours,
  kbFromDoc: knowledge.kbFromDoc,
});

/** The knowledge sources the bot answers from when no intent matches. */
export default function GenAi({ loaderData: { agentId, ...loaded } }: Route.ComponentProps) {
  const { answer: configs } = useLoaded(loaded.configs);
  const list = useLoaded(loaded.knowledge);
  const knowledge = list.answer;
  const toast = useToast();
  const control = useDraft({
    name: `knowledge:${agentId}`,
    stored: knowledge,
    draftOf: (stored) => draftOf(stored ?? knowledge),
  });
  const { draft, edited } = control;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { busy, send } = useSend({
    refused: ({ message, errors: fields }) => {
      setErrors({ form: message, ...fields });
      return true;
    },
  });
  const [creating, setCreating] = useState(false);
  const { building } = knowledge;
  const going = building.state === "waiting" || building.state === "running";
  useBuilding(agentId, building);

  const change = (next: Partial<KnowledgeDraft>) => {
    control.change(next);
    setErrors({});
  };
  const discard = () => {
    control.discard();
    setErrors({});
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const problems = {
      ...(draft.config === "" && { config: texts.selectConfiguration }),
      ...(draft.kbFromWebsite && draft.urls.length === 0 && { websitesUrls: texts.urlEmpty }),
      ...(draft.kbFromDoc && knowledge.documents.length === 0 && { documents: texts.documentMissing }),
    };
    setErrors(problems);
    const [first] = Object.values(problems);
    if (first) return toast.warning(first);
    const body = {
      kbFromWebsite: draft.kbFromWebsite,
      websitesUrls: draft.urls,
      kbFromDoc: draft.kbFromDoc,
      documents: knowledge.documents,
      genAiConfigId: draft.config === WITHOUT ? null : draft.config,
      crawlDepth: draft.crawlDepth,
      recrawlHours: draft.recrawlHours,
    };
    void send(
      () => request(saveKnowledge, { params: { id: agentId }, body }),
      ({ payload }) => {
        control.saved(payload);
        put(getKnowledge, { params: { id: agentId } }, payload);
      },
    );
  };

  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-5 sm:px-6">
      <h2 className="text-lg font-semibold">{texts.title}</h2>
      <p className="mt-1 mb-4 text-muted">{texts.lead}</p>
      <NotRefreshed list={list} />
      {going && (
        <Banner kind="info" live className="mb-4" title={texts.building}>
          <Progress
            label={botsTexts.trainingProgress}
            value={building.state === "running" ? building.progress : undefined}
          />
        </Banner>
      )}
      {building.state === "failed" && (
        <Banner kind="error" className="mb-4">
          {building.message || texts.buildFailed}
        </Banner>
      )}
      <form onSubmit={save} noValidate className="grid gap-5">
        <RestoredDraft control={control} onDiscard={discard} />
        <Failure text={errors.form} />
        <Card className="p-4">
          <div className="flex flex-wrap items-end gap-2">
            <Field label={texts.configuration} required error={errors.config} className="min-w-60 flex-1">
              <Select
                value={draft.config}
                options={[
                  { value: "", label: texts.chooseLlm },
                  { value: WITHOUT, label: texts.withoutModel },
                  ...configs.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(config) => change({ config })}
              />
            </Field>
            <Button icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
              {texts.createConfiguration}
            </Button>
          </div>
        </Card>
        <Card className="grid gap-4 p-4">
          <Switch
            label={texts.website}
            hint={texts.websiteHint}
            checked={draft.kbFromWebsite}
            onChange={(kbFromWebsite) => change({ kbFromWebsite })}
          />
          {draft.kbFromWebsite && (
            <Websites
              agentId={agentId}
              draft={draft}
              knowledge={knowledge}
              errors={errors}
              onChange={change}
            />
          )}
        </Card>
        <Card className="grid gap-4 p-4">
          <Switch
            label={texts.documents}
            hint={texts.documentsHint}
            checked={draft.kbFromDoc}
            onChange={(kbFromDoc) => change({ kbFromDoc })}
          />
          {draft.kbFromDoc && (
            <Documents
              agentId={agentId}
              knowledge={knowledge}
              error={knowledge.documents.length === 0 ? errors.documents : undefined}
            />
          )}
        </Card>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="mr-auto text-muted">{texts.passages(knowledge.passages)}</p>
          <Button onClick={discard} disabledReason={!edited ? uiTexts.unchanged : undefined}>
            {texts.discard}
          </Button>
          <Button type="submit" tone="primary" busy={busy}>
            {texts.save}
          </Button>
        </div>
      </form>
      <TryQuestion agentId={agentId} />
      {creating && (
        <IntegrationDialog
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false);
            change({ config: made.id });
          }}
        />
      )}
    </div>
  );
}
