import { type FormEvent, useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { automationTryTexts } from "#texts/automation-try.ts";
import { graphFieldsTexts } from "#texts/graph-fields.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import { portsOf } from "#workers/contract/automation/node-types.ts";
import { mayBePinned, type Pin } from "#workers/contract/automation/pin.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { isStopped, MOST_PASSED, type TryAct } from "#workers/contract/automation/tried-run.ts";
import type { Tried } from "#workers/contract/endpoints/automations.ts";
import { readAnswer } from "./answer-data.ts";
import type { TestState } from "./use-test.ts";

const texts = automationTryTexts.panel;

/** The acts open to the customer, the clock or somebody else now. */
export function Acts({
  state: { run, now },
  busy,
  act,
  nodeOf,
  onPin,
}: {
  state: TestState;
  busy: boolean;
  act: (act: TryAct) => void;
  nodeOf: (id: string) => GraphNode | undefined;
  /** Left out for those who may not change the draft. */
  onPin: ((nodeId: string, pin: Pin) => void) | undefined;
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
  if (isStopped(run)) return null;
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || busy) return;
    act({ kind: "say", text });
    setText("");
  };
  const node = run.nodeId === null ? undefined : nodeOf(run.nodeId);
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
      <Answers key={`${run.nodeId} ${run.seq}`} run={run} node={node} act={act} onPin={onPin} />
      {run.wakeAt !== null && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={() => act({ kind: "pass" })}>
            {texts.next(formatMoment(new Date(run.wakeAt).toISOString()))}
          </Button>
          <span className="text-xs text-muted">{texts.at(formatMoment(new Date(now).toISOString()))}</span>
        </div>
      )}
      <Jump busy={busy} act={act} />
    </div>
  );
}

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
type Unit = keyof typeof UNITS;

/** The test's clock jumps: whatever falls due on the way happens at its time. */
function Jump({ busy, act }: { busy: boolean; act: (act: TryAct) => void }) {
  const [count, setCount] = useState("2");
  const [unit, setUnit] = useState<Unit>("days");
  const ms = Math.round(Number(count) * UNITS[unit]);
  const fits = ms >= 1 && ms <= MOST_PASSED;
  const jump = (event: FormEvent) => {
    event.preventDefault();
    if (fits && !busy) act({ kind: "pass", ms });
  };
  return (
    <form onSubmit={jump} className="flex flex-wrap items-end gap-2">
      <Field label={texts.jump} error={fits ? undefined : texts.jumpWrong}>
        <TextInput
          inputMode="decimal"
          className="w-20"
          maxLength={6}
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
      </Field>
      <Select
        aria-label={texts.jumpUnit}
        className="w-32"
        value={unit}
        options={(Object.keys(UNITS) as Unit[]).map((each) => ({
          value: each,
          label: graphFieldsTexts.units[each],
        }))}
        onChange={setUnit}
      />
      <Button type="submit" busy={busy}>
        {texts.jumpNow}
      </Button>
    </form>
  );
}

/** Answers from others, and other possible events; with data where the run's wait takes any. */
function Answers({
  run,
  node,
  act,
  onPin,
}: {
  run: Tried["run"];
  node: GraphNode | undefined;
  act: (act: TryAct) => void;
  onPin: ((nodeId: string, pin: Pin) => void) | undefined;
}) {
  const [typed, setTyped] = useState("");
  const [pins, setPins] = useState(false);
  const data = readAnswer(typed);
  const isCalled = run.waits.some(({ kind }) => kind === "call");
  const events = happenings(run, node);
  const takesData = isCalled || run.waits.some(({ kind }) => TAKING.has(kind));
  const answered = (next: TryAct, pin: Pin | undefined) => {
    if (pins && pin && node) onPin?.(node.id, pin);
    act(next);
  };
  const result = (given: Omit<Extract<TryAct, { kind: "result" }>, "kind">) => {
    if (!data.ok) return;
    const { code: _, ...kept } = given;
    const more = data.value === undefined ? {} : { data: data.value };
    answered({ kind: "result", ...given, ...more }, { ...kept, ...more });
  };
  if (!isCalled && events.length === 0) return null;
  return (
    <div className="grid gap-3">
      {takesData && (
        <details>
          <summary className="cursor-pointer text-[0.8125rem]">{texts.answerData}</summary>
          <Field
            label={texts.answerJson}
            hint={texts.answerHint}
            error={data.ok ? undefined : data.sentence}
            className="mt-1"
          >
            <Textarea
              rows={3}
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </details>
      )}
      {isCalled && (
        <div role="group" aria-label={texts.waitsFor} className="flex flex-wrap items-center gap-2">
          <span className="text-[0.8125rem]">{texts.waitsFor}</span>
          <Button size="sm" onClick={() => result({ ok: true })}>
            {texts.works}
          </Button>
          <Button size="sm" onClick={() => result({ ok: false })}>
            {texts.fails}
          </Button>
          {node?.type === "http" &&
            STATUSES.map((status) => (
              <Button key={status} size="sm" onClick={() => result({ ok: false, status })}>
                {texts.status(status)}
              </Button>
            ))}
          {node?.type === "http" && (
            <Button size="sm" onClick={() => act({ kind: "result", ok: false, code: "timeout" })}>
              {texts.timeout}
            </Button>
          )}
        </div>
      )}
      {events.length > 0 && (
        <div role="group" aria-label={texts.happens} className="flex flex-wrap items-center gap-2">
          <span className="text-[0.8125rem]">{texts.happens}</span>
          {events.map(({ label, ...event }) => (
            <Button
              key={`${event.of} ${event.key} ${event.what}`}
              size="sm"
              onClick={() => {
                if (!data.ok) return;
                const more = data.value === undefined ? {} : { data: data.value };
                answered({ kind: "event", ...event, ...more }, pinOf(event.what, more));
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {onPin && node && mayBePinned(node) && takesData && (
        <Checkbox label={texts.pin} checked={pins} onChange={setPins} />
      )}
    </div>
  );
}

/** Other answers of an HTTP request than that it works, one for each way out. */
const STATUSES = [302, 404, 503] as const;
/** Waits whose events carry data. */
const TAKING: ReadonlySet<string> = new Set(["form", "flow", "payment", "child", "event"]);
/** Only what settles a step can be pinned to it. */
const SETTLING: Readonly<Record<string, boolean>> = {
  submitted: true,
  paid: true,
  completed: true,
  ended: false,
};
const pinOf = (what: string, more: Pick<Pin, "data">): Pin | undefined => {
  const ok = SETTLING[what];
  return ok === undefined ? undefined : { ok, ...more };
};

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

/** The possible outcomes of the run's waits. */
function happenings(run: Tried["run"], node: GraphNode | undefined): Happening[] {
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
