import { type FormEvent, useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import { portsOf } from "#workers/contract/automation/node-types.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import type { TryAct } from "#workers/contract/automation/tried-run.ts";
import type { Tried } from "#workers/contract/endpoints/automations.ts";
import type { TestState } from "./use-test.ts";

const texts = automationTryTexts.panel;

/** What the customer, the clock or somebody else may do now. */
export function Acts({
  state: { run, now },
  busy,
  act,
  nodeOf,
}: {
  state: TestState;
  busy: boolean;
  act: (act: TryAct) => void;
  nodeOf: (id: string) => GraphNode | undefined;
}) {
  const [text, setText] = useState("");
  if (isOver(run.state)) {
    const over = run.state in texts.over ? texts.over[run.state as keyof typeof texts.over] : "";
    return (
      <Banner kind={run.state === "failed" ? "error" : "success"} title={over}>
        {run.reason?.sentence ?? (run.outcome ? texts.outcome(run.outcome) : undefined)}
      </Banner>
    );
  }
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || busy) return;
    act({ kind: "say", text });
    setText("");
  };
  const isCalled = run.waits.some(({ kind }) => kind === "call");
  const events = happenings(run, nodeOf);
  return (
    <div className="grid gap-3">
      <form onSubmit={say} className="flex items-end gap-2">
        <Field label={texts.say} className="min-w-0 flex-1">
          <TextInput maxLength={4_000} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" busy={busy}>
          {texts.send}
        </Button>
      </form>
      {isCalled && (
        <div role="group" aria-label={texts.waitsFor} className="flex flex-wrap items-center gap-2">
          <span className="text-[0.8125rem]">{texts.waitsFor}</span>
          <Button size="sm" onClick={() => act({ kind: "result", ok: true })}>
            {texts.works}
          </Button>
          <Button size="sm" onClick={() => act({ kind: "result", ok: false })}>
            {texts.fails}
          </Button>
        </div>
      )}
      {events.length > 0 && (
        <div role="group" aria-label={texts.happens} className="flex flex-wrap items-center gap-2">
          <span className="text-[0.8125rem]">{texts.happens}</span>
          {events.map(({ label, ...event }) => (
            <Button
              key={`${event.of} ${event.key} ${event.what}`}
              size="sm"
              onClick={() => act({ kind: "event", ...event })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {run.wakeAt !== null && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={() => act({ kind: "pass" })}>
            {texts.next(formatMoment(new Date(run.wakeAt).toISOString()))}
          </Button>
          <span className="text-xs text-muted">{texts.at(formatMoment(new Date(now).toISOString()))}</span>
        </div>
      )}
    </div>
  );
}

type Happening = Omit<Extract<TryAct, { kind: "event" }>, "kind"> & { label: string };
const { whats } = texts;
const WHATS: Partial<Record<Tried["run"]["waits"][number]["kind"], readonly (keyof typeof whats)[]>> = {
  message: ["delivered", "read", "failed", "clicked"],
  chat: ["picked", "missed", "closed"],
  payment: ["paid", "expired", "cancelled"],
  child: ["completed", "ended"],
  bot: ["handedOver", "gaveUp"],
  form: ["submitted"],
  flow: ["submitted"],
};

/** What may happen to what the run waits for. */
function happenings(run: Tried["run"], nodeOf: (id: string) => GraphNode | undefined): Happening[] {
  const node = run.nodeId === null ? undefined : nodeOf(run.nodeId);
  return run.waits.flatMap(({ kind, key }): Happening[] => {
    if (kind === "event") return [{ of: kind, key, what: key, label: whats.event(key) }];
    const usual = (WHATS[kind] ?? []).map((what) => ({ of: kind, key, what, label: String(whats[what]) }));
    if (kind !== "bot" || !node) return usual;
    const intents = portsOf(node).flatMap(({ id, label }) =>
      id.startsWith("intent:") ? [{ of: kind, key, what: id, label: whats.intent(label) }] : [],
    );
    return [...intents, ...usual];
  });
}
