import { Banner } from "#app/components/ui/banner.tsx";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import type { Finding } from "#workers/contract/endpoints/integrations.ts";

/** The result of a test: outcome, duration, and the response of a webhook's receiver. */
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
