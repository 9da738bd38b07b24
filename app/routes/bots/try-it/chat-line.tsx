import { Markdown } from "#app/components/markdown.tsx";
import type { ReactNode } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatShare } from "#app/lib/format.ts";
import { botsTexts as texts } from "#texts/bots.ts";
import { tryItTexts } from "#texts/try-it.ts";
import { uiTexts } from "#texts/ui.ts";
import { whyTexts } from "#texts/why.ts";
import type { Turn } from "#workers/contract/endpoints/bot-sessions.ts";
import { SourceLink } from "./source-link.tsx";
import { TrainButton } from "../training/training.tsx";
import { TurnDetails } from "./turn-details.tsx";
import type { Line } from "./use-chat.ts";
import type { TrainingControl } from "../training/use-training.ts";

/** One turn of a bot session: the message, the bot's answer and its reason, or the error. */
export function ChatLine({
  agentId,
  line,
  details,
  training,
  open,
  onRetry,
  onChoose,
}: {
  agentId: string;
  line: Line;
  /** Shows why each answer was given. */
  details: boolean;
  training: TrainingControl;
  /** It is the last line: what it offers can still be chosen. */
  open: boolean;
  onRetry: () => void;
  onChoose: (choice: string) => void;
}) {
  switch (line.from) {
    case "user":
      return (
        <p className="ml-8 justify-self-end rounded-2xl rounded-br-sm bg-accent px-3.5 py-2 break-words whitespace-pre-wrap text-on-accent">
          <span className="sr-only">{texts.youSaid} </span>
          {line.text}
        </p>
      );
    case "bot":
      return (
        <Answer turn={line.turn} onChoose={open ? onChoose : undefined}>
          {details && (
            <TurnDetails agentId={agentId} turn={line.turn} said={line.said} onTaught={training.noteChange} />
          )}
        </Answer>
      );
    case "error":
      return (
        <Banner kind="error">
          <p>{line.text}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {line.untrained && <TrainButton training={training} />}
            <Button onClick={onRetry}>{uiTexts.retry}</Button>
          </div>
        </Banner>
      );
    default:
      return line satisfies never;
  }
}

function Answer({
  turn,
  onChoose,
  children,
}: {
  turn: Turn;
  onChoose: ((choice: string) => void) | undefined;
  children: ReactNode;
}) {
  const { output } = turn;
  const [source] = output.source;
  return (
    <div className="mr-8 justify-self-start">
      <div className="rounded-2xl rounded-bl-sm border border-line bg-raised px-3.5 py-2">
        <span className="sr-only">{texts.botSaid} </span>
        {output.text.trim() === "" ? (
          <p className="text-muted">{texts.noMessages}</p>
        ) : (
          <Markdown text={output.text} />
        )}
        {source && (
          <p className="mt-2">
            <SourceLink source={source}>{texts.viewSource}</SourceLink>
          </p>
        )}
      </div>
      {turn.choices.length > 0 && (
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {turn.choices.map((choice) => (
            <Button
              key={choice}
              size="sm"
              className="max-w-full break-words"
              disabledReason={!onChoose ? whyTexts.answered : undefined}
              onClick={() => onChoose?.(choice)}
            >
              {choice}
            </Button>
          ))}
        </div>
      )}
      <p className="mt-1 px-1 text-xs break-words text-muted">{inShort(turn)}</p>
      {children}
    </div>
  );
}

/** Summarizes the source of an answer in one line. A prompt for a parameter never counts as understood. */
function inShort({ kind, intent, candidates, asking }: Turn): string {
  const [nearest] = candidates;
  if (kind === "knowledge" || kind === "didYouMean") return tryItTexts.kinds[kind];
  if (!intent) {
    return texts.notUnderstood(nearest && `${nearest.name}, ${formatShare(nearest.confidence)}`);
  }
  if (asking) return tryItTexts.asks(intent.name, asking);
  if (kind === "gaveUp" || kind === "cancelled") return `${intent.name} · ${tryItTexts.kinds[kind]}`;
  return texts.understoodAs(intent.name, formatShare(intent.confidence));
}
