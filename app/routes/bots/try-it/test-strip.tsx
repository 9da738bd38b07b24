import { CornerDownLeft, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formatShare } from "#app/lib/format.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { botsTexts } from "#texts/bots.ts";
import { tryItTexts as texts } from "#texts/try-it.ts";
import { uiTexts } from "#texts/ui.ts";
import { predictIntent, type Turn } from "#workers/contract/endpoints/bot-sessions.ts";

interface Asked {
  text: string;
  /** The outcome: an answer, or why there is none. */
  turn?: Turn;
  problem?: string;
}

/** One message, asked from wherever one is: which intent it is taken for, and how surely. Nothing is remembered. */
export function TestStrip({ agentId }: { agentId: string }) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Asked>();
  const whole = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const resultId = useId();
  const { busy, send } = useSend({
    refused: ({ message }) => {
      setAsked({ text: text.trim(), problem: message });
      return true;
    },
  });

  // The answer lies over what is below, so it goes once something else is pressed.
  useEffect(() => {
    if (!asked) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!whole.current?.contains(target as Node)) setAsked(undefined);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [asked]);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message === "" || busy) return;
    void send(
      () =>
        call(predictIntent, {
          body: {
            agentId,
            message: { type: "text", text: message, lnCode: "en" },
            metadata: { timeZone: readerZone() },
          },
        }),
      (turn) => setAsked({ text: message, turn }),
    );
  };
  const close = () => {
    setAsked(undefined);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && asked) close();
  };

  return (
    <form ref={whole} onSubmit={ask} className="relative">
      <TextInput
        ref={input}
        aria-label={texts.testMessage}
        aria-controls={asked ? resultId : undefined}
        placeholder={texts.testPlaceholder}
        autoComplete="off"
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="pr-9 pointer-coarse:pr-12"
      />
      <span className="absolute top-1 right-1 pointer-coarse:top-0 pointer-coarse:right-0">
        {busy ? (
          <Spinner className="m-1.5 size-4" />
        ) : (
          <IconButton
            size="sm"
            type="submit"
            label={texts.testIt}
            side="left"
            icon={<CornerDownLeft aria-hidden />}
          />
        )}
      </span>
      <div role="status" id={resultId}>
        {asked && !busy && <Result asked={asked} onClose={close} />}
      </div>
    </form>
  );
}

function Result({ asked: { text, turn, problem }, onClose }: { asked: Asked; onClose: () => void }) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 grid gap-1.5 rounded-lg border border-line bg-raised p-3 shadow-pop lg:left-auto lg:w-80">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 truncate text-[0.8125rem] text-muted" title={text}>
          “{text}”
        </p>
        <IconButton
          size="sm"
          side="left"
          className="-mt-1 -mr-1"
          label={uiTexts.close}
          icon={<X aria-hidden />}
          onClick={onClose}
        />
      </div>
      {problem !== undefined && <p className="text-danger-ink">{problem}</p>}
      {turn && <Understood turn={turn} />}
    </div>
  );
}

function Understood({ turn: { intent, candidates, output, kind } }: { turn: Turn }) {
  const next = candidates.find(({ id }) => id !== intent?.id);
  return (
    <>
      <p className="font-semibold break-words">
        {intent
          ? botsTexts.understoodAs(intent.name, formatShare(intent.confidence))
          : kind === "knowledge"
            ? texts.kinds.knowledge
            : botsTexts.notUnderstood(
                next && botsTexts.understoodAs(next.name, formatShare(next.confidence)),
              )}
      </p>
      {intent && <Progress labelHidden label={texts.confidence} value={intent.confidence} />}
      {intent && next && (
        <p className="text-[0.8125rem] text-muted">
          {texts.runnersUp}: {botsTexts.understoodAs(next.name, formatShare(next.confidence))}
        </p>
      )}
      {output.text.trim() !== "" && (
        <p className="line-clamp-2 border-t border-line pt-1.5 text-[0.8125rem] break-words">{output.text}</p>
      )}
    </>
  );
}
