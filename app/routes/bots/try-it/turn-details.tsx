import type { ReactNode } from "react";
import { Progress } from "#app/components/ui/progress.tsx";
import { formatShare } from "#app/lib/format.ts";
import { emotionsTexts } from "#texts/emotions.ts";
import { tryItTexts as texts } from "#texts/try-it.ts";
import type { EmotionName } from "#workers/contract/emotions.ts";
import type { FoundEntity, Turn } from "#workers/contract/endpoints/bot-sessions.ts";
import { SourceLink } from "./source-link.tsx";
import { Teach } from "./teach.tsx";

/** Explains the bot's answer, with a way to correct it in place. */
export function TurnDetails({
  agentId,
  turn,
  said,
  onTaught,
}: {
  agentId: string;
  turn: Turn;
  said: string;
  onTaught: () => void;
}) {
  // The intent that answered comes first, even if the message alone would not have matched it.
  const { intent } = turn;
  const others = turn.candidates.filter(({ id }) => id !== intent?.id);
  const parameters = Object.entries(turn.parameters);
  return (
    <div className="mt-2 grid gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-[0.8125rem]">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <Line label={texts.how}>{texts.kinds[turn.kind]}</Line>
        <Line label={texts.intent}>{intent?.name ?? texts.none}</Line>
        {intent && (
          <Line label={texts.confidence}>
            <Confidence value={intent.confidence} />
          </Line>
        )}
        {others.length > 0 && (
          <Line label={texts.runnersUp}>
            {others.map(({ id, name, confidence }, at) => (
              <span key={id} className="block">
                {name}, {formatShare(confidence)}
                {!intent && at === 0 && <Bar value={confidence} label={name} />}
              </span>
            ))}
          </Line>
        )}
        {turn.nearestPhrase && <Line label={texts.nearest}>“{turn.nearestPhrase}”</Line>}
        {turn.entities.length > 0 && (
          <Line label={texts.entities}>
            <Marked text={said} entities={turn.entities} />
            {turn.entities.map(({ start, entityId, text, name, value }) => (
              <span key={`${start}${entityId}`} className="block">
                {texts.entityAt(text, name, value)}
              </span>
            ))}
          </Line>
        )}
        {(parameters.length > 0 || turn.asking) && (
          <Line label={texts.parameters}>
            {parameters.map(([name, value]) => (
              <span key={name} className="block">
                {name}: {value}
              </span>
            ))}
            {turn.asking && <span className="block italic">{texts.asking(turn.asking)}</span>}
          </Line>
        )}
        {turn.emotion && (
          <Line label={texts.emotion}>
            {emotionsTexts[turn.emotion as EmotionName].toReversed().join(" ")}
          </Line>
        )}
        {turn.output.source.length > 0 && (
          <Line label={texts.sources(turn.output.source.length)}>
            {turn.output.source.map((source) => (
              <span key={source} className="block">
                <SourceLink source={source}>{nameOf(source)}</SourceLink>
              </span>
            ))}
          </Line>
        )}
        <Line label={texts.time}>{texts.milliseconds(Math.round(turn.milliseconds))}</Line>
      </dl>
      <Teach agentId={agentId} said={said} onTaught={onTaught} />
    </div>
  );
}

function Confidence({ value }: { value: number }) {
  return (
    <>
      <Bar value={value} label={texts.confidence} />
      {formatShare(value)}
    </>
  );
}

const Bar = ({ value, label }: { value: number; label: string }) => (
  <Progress labelHidden label={label} value={value} className="mt-1.5 mb-0.5" />
);

/** Names a web page by its URL and a document by its page, as a document's URL is meaningless to people. */
const nameOf = (source: string): string => {
  const page = /^\/api\/.*#page=(\d+)$/.exec(source)?.[1];
  return page ? texts.documentPage(page) : source;
};

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** The message with its entities highlighted. */
function Marked({ text, entities }: { text: string; entities: readonly FoundEntity[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of entities) {
    if (start < at) continue;
    parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className="rounded bg-accent-soft px-0.5 text-accent-ink">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return (
    <span className="block">
      {parts}
      {text.slice(at)}
    </span>
  );
}
