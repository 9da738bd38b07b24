import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "#app/api.ts";
import * as messages from "#app/messages.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { getVersion } from "#workers/contract/endpoints/training.ts";

const texts = messages.training;

/** What a training that just ended changed, in a line, with the way to its report. */
export function TrainingCard({ agentId, version }: { agentId: string; version: number }) {
  const [report, setReport] = useState<ReplyOf<typeof getVersion>>();
  useEffect(() => {
    const abort = new AbortController();
    call(getVersion, { params: { id: agentId, version: String(version) }, signal: abort.signal }).then(
      setReport,
      // The report can be opened all the same.
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
