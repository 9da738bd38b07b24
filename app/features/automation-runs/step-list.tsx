import { RecipientBadge } from "#app/features/message-status/recipient-badge.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { type RunStep, type StepMessage, STEPS_SHOWN } from "#workers/contract/endpoints/automation-runs.ts";
import { nodeName } from "./node-name.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { isKept, sentenceIn } from "./step-values.ts";

/** The steps of one customer's way, with what went wrong in them, what they sent, and their values as far as the log keeps them. */
export function StepList({ steps, more }: { steps: readonly RunStep[]; more: boolean }) {
  if (steps.length === 0) return <p className="text-muted">{texts.noSteps}</p>;
  return (
    <>
      {more && <p className="text-muted">{texts.onlyLatest(STEPS_SHOWN)}</p>}
      <ol aria-label={texts.stepsTaken} className="grid gap-2">
        {steps.map((step) => (
          <li key={step.seq} className="grid min-w-0 gap-1 rounded-md border border-line px-3 py-2">
            <Step step={step} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Step({ step: { node, outcome, port, at, input, output, messages } }: { step: RunStep }) {
  const sentence = outcome === "error" || outcome === "timeout" ? sentenceIn(output) : "";
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{nodeName(node)}</span>
        <OutcomeBadge outcome={outcome} />
      </p>
      <p className="text-[0.8125rem] text-muted tabular-nums">
        {[formatMoment(at), ...(port === null ? [] : [texts.port(port)])].join(" · ")}
      </p>
      {sentence && <p className="[overflow-wrap:anywhere]">{sentence}</p>}
      {messages.length > 0 && (
        <ul aria-label={texts.messagesOf} className="grid gap-1">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      )}
      {(isKept(input) || isKept(output)) && (
        <details className="text-[0.8125rem]">
          <summary className="cursor-pointer text-muted">{texts.values}</summary>
          {isKept(input) && <Value label={texts.given} value={input} />}
          {isKept(output) && <Value label={texts.gave} value={output} />}
        </details>
      )}
    </>
  );
}

const Message = ({ message: { channel, status, reason, text } }: { message: StepMessage }) => (
  <li className="grid min-w-0 gap-1 border-s-2 border-line ps-2 text-[0.8125rem]">
    <span className="flex flex-wrap items-center gap-2">
      <RecipientBadge status={status} />
      <span className="text-muted">{channel}</span>
    </span>
    {reason && <span className="[overflow-wrap:anywhere]">{reason}</span>}
    {text && <span className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>}
  </li>
);

const Value = ({ label, value }: { label: string; value: unknown }) => (
  <>
    <p className="mt-2 text-muted">{label}</p>
    <pre
      tabIndex={0}
      className="max-h-64 overflow-y-auto rounded-md bg-sunken p-2 [overflow-wrap:anywhere] whitespace-pre-wrap"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  </>
);

/** A run's variables as they are now. */
export const Variables = ({ variables }: { variables: Record<string, unknown> }) => (
  <details className="text-[0.8125rem]">
    <summary className="cursor-pointer text-muted">{texts.variables}</summary>
    {isKept(variables) ? (
      <pre
        tabIndex={0}
        className="mt-2 max-h-64 overflow-y-auto rounded-md bg-sunken p-2 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {JSON.stringify(variables, null, 2)}
      </pre>
    ) : (
      <p className="mt-2">{texts.noVariables}</p>
    )}
  </details>
);
