import { type ReactNode, useState } from "react";
import { ApiError, call, request } from "#app/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatShare } from "#app/format.ts";
import { messages } from "#app/messages.ts";
import type { EmotionName } from "#workers/contract/emotions.ts";
import type { FoundEntity, Turn } from "#workers/contract/endpoints/conversation.ts";
import { addPhrases, listAllIntents } from "#workers/contract/endpoints/review.ts";

const texts = messages.tryIt;

/** Why the bot answered as it did, and how to teach it better in place. */
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
  const [best, ...others] = turn.candidates;
  const parameters = Object.entries(turn.parameters);
  return (
    <div className="mt-2 grid gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-[0.8125rem]">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <Line label={texts.how}>{texts.kinds[turn.kind]}</Line>
        <Line label={texts.intent}>{best?.name ?? texts.none}</Line>
        {best && (
          <Line label={texts.confidence}>
            <Progress
              labelHidden
              label={texts.confidence}
              value={best.confidence}
              className="mt-1.5 mb-0.5"
            />
            {formatShare(best.confidence)}
          </Line>
        )}
        {others.length > 0 && (
          <Line label={texts.runnersUp}>
            {others.map(({ id, name, confidence }) => (
              <span key={id} className="block">
                {name}, {formatShare(confidence)}
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
            {messages.emotions[turn.emotion as EmotionName].toReversed().join(" ")}
          </Line>
        )}
        <Line label={texts.time}>{texts.milliseconds(Math.round(turn.milliseconds))}</Line>
      </dl>
      <Teach agentId={agentId} said={said} onTaught={onTaught} />
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** What was said, with the entities where they stand. */
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

function Teach({ agentId, said, onTaught }: { agentId: string; said: string; onTaught: () => void }) {
  const toast = useToast();
  const [intents, setIntents] = useState<{ value: string; label: string; hint: string }[]>();
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState("");
  const load = async () => {
    if (intents) return;
    const found = await call(listAllIntents, { params: { id: agentId } });
    setIntents(found.intents.map(({ id, name, storyName }) => ({ value: id, label: name, hint: storyName })));
  };
  const add = async () => {
    if (!chosen) return;
    setBusy(true);
    try {
      const { message } = await request(addPhrases, {
        params: { id: agentId },
        body: { intentId: chosen, texts: [said.slice(0, 500)] },
      });
      setOutcome(message);
      toast.success(message);
      onTaught();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary className="cursor-pointer text-accent-ink">{texts.wrong}</summary>
      <div className="mt-2 flex items-end gap-2">
        <Field label={texts.chooseIntent} className="flex-1">
          <Combobox value={chosen} choices={intents ?? []} onChange={setChosen} />
        </Field>
        <Button size="sm" busy={busy} disabled={!chosen} onClick={() => void add()}>
          {texts.add}
        </Button>
      </div>
      <p role="status" className="mt-1">
        {outcome}
      </p>
    </details>
  );
}
