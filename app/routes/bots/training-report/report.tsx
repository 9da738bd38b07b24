import { GraduationCap } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded, useQueryOf } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatMoment, formatShare } from "#app/lib/format.ts";
import { botsTexts } from "#texts/bots.ts";
import { trainingTexts as texts } from "#texts/training.ts";
import { getAgent } from "#workers/contract/endpoints/bots.ts";
import { listAllIntents } from "#workers/contract/endpoints/review.ts";
import {
  getVersion,
  listTestQuestions,
  listVersions,
  serveVersion,
  type VersionSummary,
} from "#workers/contract/endpoints/training.ts";
import type { Route } from "./+types/report.ts";
import { Findings } from "./findings.tsx";
import { VersionDiff } from "./version-diff.tsx";
import { Questions } from "./questions.tsx";

/** The version whose report is open is in the URL; the default is the version in service. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const wanted = Number(new URL(url).searchParams.get("version"));
    const [list, questions, intents] = await Promise.all([
      load(listVersions, { params: { id }, query: { perPage: 20 } }),
      load(listTestQuestions, { params: { id }, query: { perPage: -1 } }),
      load(listAllIntents, { params: { id } }),
    ]);
    const shown = shownOf(list.answer.versions, wanted);
    if (shown) await load(getVersion, inputOf(id, shown));
    return { agentId: id, wanted, list, questions, intents };
  },
);

const inputOf = (id: string, { version }: VersionSummary) => ({ params: { id, version: String(version) } });
const shownOf = (versions: VersionSummary[], wanted: number): VersionSummary | undefined =>
  versions.find(({ version }) => version === wanted) ??
  versions.find(({ serving }) => serving) ??
  versions[0];

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: botsTexts.tabs.training,
  rows: 8,
  within: true,
});

/** The trained versions, with the findings of each and its answers to the test questions. */
export default function Report({ loaderData }: Route.ComponentProps) {
  const { agentId, wanted } = loaderData;
  const list = useLoaded(loaderData.list);
  const { versions } = list.answer;
  const { questions } = useLoaded(loaderData.questions).answer;
  const { intents } = useLoaded(loaderData.intents).answer;
  const shown = shownOf(versions, wanted);
  const { answer: opened, ...report } = useQueryOf(getVersion, shown && inputOf(agentId, shown), {
    enabled: shown !== undefined,
    keepsLast: true,
  });
  const [, setSearch] = useSearchParams();
  const confirm = useConfirm();
  const toast = useToast();

  const serve = async (version: VersionSummary) => {
    let said = "";
    const yes = await confirm({
      title: texts.serveQuestion(version.version),
      text: texts.serveText,
      confirmLabel: texts.serve,
      tone: "primary",
      run: async () => {
        said = (await request(serveVersion, inputOf(agentId, version))).message;
      },
    });
    if (!yes) return;
    toast.success(said);
    const params = { id: agentId };
    for (const changed of [listVersions, getAgent]) void invalidate(changed, { params });
  };

  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 px-4 py-5 sm:px-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <section aria-labelledby="versions-title">
        <h2 id="versions-title" className="mb-2 text-lg font-semibold">
          {texts.versions}
        </h2>
        {versions.length === 0 ? (
          <EmptyState icon={<GraduationCap aria-hidden />} title={texts.noVersions}>
            {texts.noVersionsHint}
          </EmptyState>
        ) : (
          <ol className="grid gap-2">
            {versions.map((version) => (
              <li
                key={version.version}
                className={cx(
                  "relative rounded-lg border bg-surface px-3 py-2",
                  version.version === shown?.version ? "border-accent" : "border-line",
                )}
              >
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <button
                    type="button"
                    aria-current={version.version === shown?.version ? "true" : undefined}
                    className="text-left after:absolute after:inset-0"
                    onClick={() =>
                      setSearch(
                        { version: String(version.version) },
                        { preventScrollReset: true, state: { keepFocus: true } },
                      )
                    }
                  >
                    {texts.version(version.version)}
                  </button>
                  {version.serving && <Badge tone="success">{texts.serving}</Badge>}
                  <span className="ml-auto tabular-nums">{formatShare(version.accuracy)}</span>
                </p>
                <p className="text-[0.8125rem] text-muted">
                  {texts.trainedBy(formatMoment(version.trainedAt), version.trainedBy)}
                </p>
                <p className="text-[0.8125rem] text-muted">
                  {texts.versionLine(
                    version.intents,
                    version.phrases,
                    (version.milliseconds / 1_000).toFixed(1),
                  )}
                  {version.tests.total > 0 &&
                    ` · ${texts.testsRight(version.tests.right, version.tests.total)}`}
                </p>
                {!version.serving && (
                  <Button size="sm" className="relative mt-1" onClick={() => void serve(version)}>
                    {texts.serve}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </section>
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        <NotRefreshed list={report} />
        {opened && <Findings agentId={agentId} version={opened} intents={intents} />}
        <Questions
          agentId={agentId}
          questions={questions}
          intents={intents}
          outcomes={opened?.findings?.tests.outcomes ?? []}
        />
        {versions.length > 0 && <VersionDiff agentId={agentId} versions={versions} />}
        <p>
          <Link to={`/bots/${agentId}/intents`} className="text-accent-ink underline underline-offset-2">
            {botsTexts.tabs.intents}
          </Link>
        </p>
      </div>
    </div>
  );
}
