import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "#app/data/api.ts";
import { trainingTexts as texts } from "#texts/training.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { getVersion } from "#workers/contract/endpoints/training.ts";

/** One-line summary of the training that has just ended, with a link to its report. */
export function TrainingCard({ agentId, version }: { agentId: string; version: number }) {
  const [report, setReport] = useState<ReplyOf<typeof getVersion>>();
  useEffect(() => {
    const abort = new AbortController();
    call(getVersion, { params: { id: agentId, version: String(version) }, signal: abort.signal }).then(
      setReport,
      // The link to the report works without the summary.
      () => undefined,
    );
    return () => abort.abort();
  }, [agentId, version]);
  return (
    <span className="ml-1 inline-flex flex-wrap gap-x-3">
      {report && report.tests.total > 0 && (
        <span>{texts.testsRight(report.tests.right, report.tests.total)}</span>
      )}
      {report?.comparison && (
        <span>
          {texts.gotBetter(report.comparison.better.length)}, {texts.gotWorse(report.comparison.worse.length)}
        </span>
      )}
      <Link to={`/bots/${agentId}/training?version=${version}`} className="font-semibold underline">
        {texts.seeReport}
      </Link>
    </span>
  );
}
