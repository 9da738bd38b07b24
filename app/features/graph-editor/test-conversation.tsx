import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { automationTryTexts } from "#texts/automation-try.ts";
import { pressesOf } from "#workers/contract/automation/test-case.ts";
import type { TryAct } from "#workers/contract/automation/tried-run.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import type { TestLine, TestState } from "./use-test.ts";

const texts = automationTryTexts.panel;

/** The messages of a test, with buttons that can be pressed. */
export function Conversation({ state, onPress }: { state: TestState; onPress: (act: TryAct) => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise, which an effect must not.
    end.current?.scrollIntoView({ block: "nearest" });
  }, [state.lines.length]);
  return (
    <div
      role="log"
      aria-label={texts.conversation}
      tabIndex={0}
      className="grid max-h-80 content-start gap-1.5 overflow-y-auto rounded-md border border-line bg-canvas p-3"
    >
      {state.lines.length === 0 && <p className="text-muted">{texts.empty}</p>}
      {state.lines.map((line, at) => (
        // Lines are only ever added.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={at} line={line} onPress={onPress} />
      ))}
      <div ref={end} />
    </div>
  );
}

function Line({ line, onPress }: { line: TestLine; onPress: (act: TryAct) => void }) {
  if (line.by === "note") {
    return <p className="justify-self-center text-center text-xs text-muted">{line.text}</p>;
  }
  const isOwn = line.by === "customer";
  return (
    <div
      className={cx(
        "max-w-[85%] rounded-lg px-3 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap",
        isOwn ? "justify-self-end bg-accent-soft" : "justify-self-start border border-line bg-surface",
      )}
    >
      {isOwn ? line.text : wordsOf(line.body) || line.body.kind}
      {!isOwn && <Presses body={line.body} onPress={onPress} />}
    </div>
  );
}

function Presses({ body, onPress }: { body: MessageBody; onPress: (act: TryAct) => void }) {
  const presses = pressesOf(body);
  if (presses.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {presses.map(({ token, label }) => (
        <Button key={token} size="sm" onClick={() => onPress({ kind: "press", token, label })}>
          {label}
        </Button>
      ))}
    </div>
  );
}
