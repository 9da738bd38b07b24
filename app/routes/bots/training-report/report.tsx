import { GraduationCap } from "lucide-react";
import { Link, useOutletContext, useRevalidator, useSearchParams } from "react-router";
import { call, request } from "#app/data/api.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatMoment, formatShare } from "#app/lib/format.ts";
import { botsTexts } from "#texts/bots.ts";
import { trainingTexts as texts } from "#texts/training.ts";
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
export async function clientLoader({ params: { id }, request: { url, signal } }: Route.ClientLoaderArgs) {
  const wanted = Number(new URL(url).searchParams.get("version"));
  const [{ versions }, { questions }, { intents }] = await Promise.all([
    call(listVersions, { params: { id }, query: { perPage: 20 }, signal }),
    call(listTestQuestions, { params: { id }, query: { perPage: -1 }, signal }),
    call(listAllIntents, { params: { id }, signal }),
  ]);
  const shown =
    versions.find(({ version }) => version === wanted) ??
    versions.find(({ serving }) => serving) ??
    versions[0];
  const opened =
    shown && (await call(getVersion, { params: { id, version: String(shown.version) }, signal }));
  return { agentId: id, versions, questions, intents, opened };
}

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.tab,
  rows: 8,
  within: true,
});

/** The trained versions, with the findings of each and its answers to the test questions. */
export default function Report({ loaderData }: Route.ComponentProps) {
  const { agentId, versions, questions, intents, opened } = loaderData;
  const [, setSearch] = useSearchParams();
  const confirm = useConfirm();
  const toast = useToast();
  const revalidator = useRevalidator();
  useOutletContext();

  const serve = async ({ version }: VersionSummary) => {
    let said = "";
    const yes = await confirm({
      title: texts.serveQuestion(version),
      text: texts.serveText,
      confirmLabel: texts.serve,
      tone: "primary",
      run: async () => {
        const params = { id: agentId, version: String(version) };
        said = (await request(serveVersion, { params })).message;
      },
    });
    if (!yes) return;
    toast.success(said);
    await revalidator.revalidate();
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
                  version.version === opened?.version ? "border-accent" : "border-line",
                )}
              >
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <button
                    type="button"
                    aria-current={version.version === opened?.version ? "true" : undefined}
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
