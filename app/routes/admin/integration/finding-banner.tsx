import { Banner } from "#app/components/ui/banner.tsx";
import * as messages from "#app/messages.ts";
import type { Finding } from "#workers/contract/endpoints/integrations.ts";

const texts = messages.authConfigs;

/** What came of a test: how it went, how long it took, and what a webhook's receiver said. */
export function FindingBanner({ finding: { ok, milliseconds, message, answer } }: { finding: Finding }) {
  return (
    <Banner kind={ok ? "success" : "error"} live>
      <p>
        {ok && `${texts.testWorks(milliseconds)} `}
        {message}
      </p>
      {answer && (
        <figure className="mt-2">
          <figcaption className="text-[0.8125rem] font-medium">{texts.answerOf(answer.status)}</figcaption>
          <pre className="mt-1 max-h-40 overflow-auto rounded bg-surface p-2 text-xs whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
            {answer.text || texts.emptyAnswer}
          </pre>
        </figure>
      )}
    </Banner>
  );
}
