import { expect, test } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { automationDoors, type Tried } from "#workers/contract/endpoints/automations.ts";
import type { TryAct } from "#workers/contract/automation/tried-run.ts";
import { wordsOf } from "#workers/contract/message-body.ts";

/** Tests of a graph as it is drawn: the engine that carries on everybody's runs, with a customer who is invented. */
const harness = await startHarness();
const owner = await makePerson(harness, { database: "TENANT_1" });

const NOW = Date.parse("2026-11-25T06:00:00Z");
const graph = graphOf(
  {
    start: ["start"],
    ask: [
      "buttons",
      {
        text: "Hello {contact.name}, shall we?",
        options: [
          { id: "1", label: "Yes" },
          { id: "2", label: "No" },
        ],
      },
    ],
    wait: ["wait", { until: { kind: "duration", length: { amount: 2, unit: "days" } } }],
    call: ["http", { request: { authType: 2, configId: "none", method: "GET", path: "" } }],
    thanks: ["sendMessage", { variants: [{ channel: -1, content: { kind: "text", text: "Thank you" } }] }],
    sorry: ["sendMessage", { variants: [{ channel: -1, content: { kind: "text", text: "Sorry" } }] }],
  },
  [
    "start > ask",
    "ask.option:1 > wait",
    "ask.option:2 > call",
    "wait > thanks",
    "call > thanks",
    "call.serverError > sorry",
  ],
);

for (const kind of automationKinds) {
  const tried = (act: TryAct, before?: Tried) =>
    owner.call(automationDoors[kind].try, {
      body: {
        graph,
        act,
        run: before?.run ?? null,
        now: before?.now ?? NOW,
        channelType: 4,
        customer: { name: "Asha", phone: "+919800000001" },
      },
    });

  test(`${kind}: a test says, waits for its own clock, and leaves no row`, async () => {
    const begun = await tried({ kind: "start" });
    expect(begun.said.map(wordsOf)).toEqual(["Hello Asha, shall we?"]);
    const [body] = begun.said;
    if (body?.kind !== "buttons") throw new Error("no buttons");
    const [yes] = body.buttons;
    if (yes?.kind !== "reply") throw new Error("no reply");
    const other = await tried({ kind: "say", text: "Tell me a joke" }, begun);
    expect(other.took).toBe(false);
    const pressed = await tried({ kind: "press", token: yes.token, label: yes.label }, begun);
    expect(pressed.run.nodeId).toBe("wait");
    expect(pressed.run.wakeAt).toBe(NOW + 2 * 86_400_000);
    const passed = await tried({ kind: "pass" }, pressed);
    expect(passed.said.map(wordsOf)).toEqual(["Thank you"]);
    expect(passed.run.state).toBe("completed");
    const { results } = await harness.env.TENANT_1.prepare(
      `SELECT (SELECT count(*) FROM runs WHERE enterprise_id = ?1) + (SELECT count(*) FROM messages WHERE enterprise_id = ?1)
        + (SELECT count(*) FROM run_calls WHERE enterprise_id = ?1) AS rows`,
    )
      .bind(owner.enterpriseId)
      .all();
    expect(results).toEqual([{ rows: 0 }]);
  });

  test(`${kind}: a tester chooses what another system answers, and where a test begins`, async () => {
    const called = await tried({ kind: "start", nodeId: "call" });
    expect(called.did).toEqual(["Another system is called"]);
    expect(called.said).toEqual([]);
    const failed = await tried({ kind: "result", ok: false }, called);
    expect(failed.said.map(wordsOf)).toEqual(["Sorry"]);
    const worked = await tried({ kind: "result", ok: true }, called);
    expect(worked.said.map(wordsOf)).toEqual(["Thank you"]);
  });

  test(`${kind}: a run that no engine has written is refused with a sentence`, async () => {
    const begun = await tried({ kind: "start" });
    const response = await owner.send("POST", `/api${automationDoors[kind].try.path}`, {
      graph: graphOf({ start: ["start"], ask: ["ask", { text: "?", answer: { kind: "number" } }] }, [
        "start > ask",
      ]),
      act: { kind: "say", text: "x" },
      run: { ...begun.run, nodeId: "ask", memory: null },
      now: NOW,
      channelType: 4,
      customer: { name: "", phone: "" },
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("This test can't continue. Start it again.");
  });
}
