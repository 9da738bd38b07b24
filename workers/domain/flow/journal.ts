import { STOPPED } from "#workers/contract/automation/tried-run.ts";
import type { Outcome } from "./node.ts";
import { Counts } from "./counts.ts";
import type { Effect } from "./effects.ts";
import type { Json } from "./json.ts";
import { logged } from "./log.ts";
import type { Advanced, Hit, Stayed, Step } from "./advanced.ts";
import { keyAt, type Run } from "./run.ts";
import type { World } from "./world.ts";
import type { Scene } from "./scene.ts";
import type { Trouble } from "./trouble.ts";

type Stay = Extract<Outcome, { do: "stay" }>;
const settled = { waits: [], wakeAt: null, memory: null } satisfies Partial<Run>;

/** Everything that one advance changes; the run that came in stays as it was. */
export class Journal {
  run: Run;
  contact: Readonly<Record<string, Json>> = {};
  readonly #world: World;
  readonly #steps: Step[] = [];
  readonly #effects: Effect[] = [];
  readonly #hits: Hit[] = [];
  readonly #counts = new Counts();
  readonly #stays: Stayed[] = [];
  /** Nodes entered by this advance. */
  readonly #trail: string[] = [];

  constructor(run: Run, world: World) {
    this.run = { ...run, state: "running" };
    this.#world = world;
  }

  enter(nodeId: string): void {
    const { run } = this;
    const visits = { ...run.visits, [nodeId]: (run.visits[nodeId] ?? 0) + 1 };
    this.run = {
      ...run,
      ...settled,
      nodeId,
      since: this.#world.now,
      visits,
      hops: run.hops + 1,
      attempts: null,
    };
    this.#trail.push(nodeId);
    this.#counts.add(nodeId, "", { entered: 1 });
  }

  /** The way round, from a node to itself; empty if none was gone twice. */
  circle(): string[] {
    const last = this.#trail.at(-1) ?? "";
    const before = this.#trail.lastIndexOf(last, -2);
    if (before >= 0) return this.#trail.slice(before);
    return Object.entries(this.run.visits).flatMap(([id, times]) => (times > 1 ? [id] : []));
  }

  /** Takes over what a step wanted. */
  commit({ vars, heard, sent, contact, effects, hits }: Scene): void {
    this.run = { ...this.run, vars, heard, sent };
    this.contact = contact;
    this.#effects.push(...effects);
    this.#hits.push(...hits);
  }

  left(scene: Scene, port: string | null, outcome: Step["outcome"], out: Json): void {
    this.#step(scene, port, outcome, out);
    this.run = { ...this.run, ...settled, attempts: null };
    const timedOut = outcome === "timeout" ? 1 : 0;
    this.#counts.add(scene.node.id, port ?? "", { left: 1, timedOut });
    this.#stayed(scene);
  }

  #stayed({ node }: Scene): void {
    const { since } = this.run;
    const ms = this.#world.now - (since ?? this.#world.now);
    if (ms > 0) this.#stays.push({ node: node.id, ms });
  }

  stay(scene: Scene, { waits, until, memory, out }: Stay): void {
    this.#step(scene, null, "ok", out);
    const { seq } = scene;
    this.run = {
      ...this.run,
      state: "waiting",
      waits: waits.map((each) => ({ ...each, seq, until })),
      wakeAt: until,
      memory,
    };
  }

  /** Waits for the next attempt. A call's later attempts carry the key of the first. */
  again(scene: Scene, trouble: Trouble, until: number, wasCalled: boolean): void {
    const { run } = this;
    const key = run.attempts?.key ?? `${run.id}:${wasCalled ? run.seq : scene.seq}`;
    const count = (run.attempts?.count ?? 0) + 1;
    this.#wrong(scene, trouble, null, count);
    const wait = { kind: "retry", key: "", seq: scene.seq, until } as const;
    this.run = {
      ...this.run,
      state: "waiting",
      waits: [wait],
      wakeAt: until,
      memory: null,
      attempts: { count, key },
    };
  }

  /** Leaves a node by the port for errors, or by none. */
  wrong(scene: Scene, trouble: Trouble, port: string | null): void {
    this.#wrong(scene, trouble, port, this.run.attempts?.count ?? 0);
    const error = { code: trouble.code, sentence: trouble.sentence, node: scene.node.name };
    // News of the call is kept, so that whoever mends it can look at the answer.
    this.run = { ...this.run, ...settled, attempts: null, heard: { ...scene.heard, error } };
  }

  #wrong(scene: Scene, { code, sentence, more }: Trouble, port: string | null, attempt: number): void {
    this.#step(scene, port, more.timedOut ? "timeout" : "error", { code, sentence, attempt });
    const timedOut = more.timedOut ? 1 : 0;
    this.#counts.add(scene.node.id, port ?? "", { errors: 1, timedOut, left: port === null ? 0 : 1 });
    if (port !== null) this.#stayed(scene);
  }

  complete(outcome: string): void {
    this.run = { ...this.run, ...settled, state: "completed", outcome, heard: {}, sent: {} };
  }

  fail(code: string, sentence: string): void {
    const { run } = this;
    this.run = { ...run, ...settled, state: "failed", reason: { code, sentence, nodeId: run.nodeId } };
  }

  /** Ends a run that waits, and whatever it has begun elsewhere. */
  leave(
    { state, code, sentence }: Pick<Run, "state"> & { code: string; sentence: string },
    start = "",
  ): void {
    const seq = this.#abandon({ state, code }, start);
    const { run } = this;
    if (state === "expired") this.#counts.add(run.nodeId ?? start, "", { expired: 1 });
    const reason = { code, sentence, nodeId: run.nodeId };
    this.run = { ...run, ...settled, seq, state, reason, attempts: null, heard: {}, sent: {} };
  }

  /** Takes a run that waits away from its node. */
  depart(to: string): void {
    const seq = this.#abandon({ movedTo: to }, to);
    this.run = { ...this.run, ...settled, seq, attempts: null };
  }

  /** Ends what the present wait has begun elsewhere, and logs that; answers the step's number. */
  #abandon(out: Json, start: string): number {
    const { run } = this;
    const seq = run.seq + 1;
    for (const { kind, key: of } of run.waits) {
      const key = keyAt(run, seq, this.#effects.length);
      if (kind === "child") this.#effects.push({ kind: "cancelRun", key, of });
      if (kind === "bot") this.#effects.push({ kind: "endBot", key, of });
    }
    this.#steps.push({
      seq,
      node: run.nodeId ?? start,
      port: null,
      outcome: "skipped",
      ms: 0,
      in: null,
      out,
    });
    return seq;
  }

  result(took: boolean): Advanced {
    // An answer of another system may be large: it is there until the run waits, and its variables stay. A test that stops
    // between two steps does not wait.
    const { http, ...rest } = this.run.heard;
    const isStopped = http !== undefined && this.run.waits.some(({ key }) => key === STOPPED);
    const run = { ...this.run, heard: isStopped ? this.run.heard : rest };
    return {
      used: true,
      took,
      run,
      steps: this.#steps,
      effects: this.#effects,
      waits: run.waits,
      milestones: this.#hits,
      counters: this.#counts.all(),
      stays: this.#stays,
    };
  }

  #step({ seq, node, input }: Scene, port: string | null, outcome: Step["outcome"], out: Json): void {
    const { redact } = this.#world.facts;
    const [shownIn, shownOut] = [logged(input, redact), logged(out, redact)];
    this.#steps.push({ seq, node: node.id, port, outcome, ms: 0, in: shownIn, out: shownOut });
    this.run = { ...this.run, seq };
  }
}
