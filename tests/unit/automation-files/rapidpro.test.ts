import { describe, expect, test } from "vitest";
import { fields as ofContact, Played } from "#tests/support/flow.ts";
import { graph as graphSchema, type Graph } from "#workers/contract/automation/graph.ts";
import { compile } from "#workers/domain/flow/compile.ts";
import { validate } from "#workers/domain/flow/validate.ts";
import { readAutomationFile } from "#workers/domain/automation-files/automation-file.ts";
import { fromRapidpro, isRapidpro } from "#workers/domain/automation-files/rapidpro.ts";

/** Nodes in few words, in the shape of a RapidPro export of specification 13. */
type Given = Record<string, unknown>;
interface NodeGiven {
  actions?: Given[];
  router?: Given;
  /** Where each exit leads; the first is the only one without a router. */
  to?: (string | null)[];
}
const flow = (nodes: Record<string, NodeGiven>, more: Given = {}): Given => ({
  uuid: "flow-1",
  name: "Registration",
  spec_version: "13.6.1",
  language: "eng",
  type: "messaging",
  expire_after_minutes: 60,
  localization: {},
  nodes: Object.entries(nodes).map(([uuid, { actions = [], router, to = [null] }]) => ({
    uuid,
    actions: actions.map((each, at) => ({ uuid: `${uuid}-a${at}`, ...each })),
    ...(router && { router }),
    exits: to.map((destination_uuid, at) => ({ uuid: `${uuid}-e${at}`, destination_uuid })),
  })),
  _ui: {
    nodes: { [Object.keys(nodes)[0] ?? ""]: { position: { left: 100, top: 40 }, type: "execute_actions" } },
  },
  ...more,
});
const file = (flows: Given[], more: Given = {}): Given => ({
  version: "13",
  site: "https://x.example",
  flows,
  campaigns: [],
  triggers: [],
  fields: [],
  groups: [],
  ...more,
});
const say = (text: string, more: Given = {}): Given => ({
  type: "send_msg",
  text,
  attachments: [],
  quick_replies: [],
  ...more,
});
/** A switch whose categories lead by the exits of their number; the last one is Other. */
const switching = (
  node: string,
  cases: [type: string, args: string[], category: number][],
  categories: string[],
  more: Given = {},
): Given => ({
  type: "switch",
  operand: "@input.text",
  cases: cases.map(([type, args, category], at) => ({
    uuid: `${node}-c${at}`,
    type,
    arguments: args,
    category_uuid: `${node}-k${category}`,
  })),
  categories: categories.map((name, at) => ({ uuid: `${node}-k${at}`, name, exit_uuid: `${node}-e${at}` })),
  default_category_uuid: `${node}-k${categories.length - 1}`,
  ...more,
});
const waiting = { wait: { type: "msg" } };

const read = (given: unknown): { graph: Graph; notes: string[] } => {
  const { file: made, notes } = fromRapidpro(given);
  const graph = made.automations[0]?.graph;
  if (!graph) throw new Error("no graph");
  return { graph: graphSchema.parse(graph), notes };
};
const problems = (graph: Graph) => validate(graph, { fields: ofContact, journeys: new Map() });
const played = (graph: Graph) => new Played(compile(graph, { fields: ofContact }));
const node = (graph: Graph, id: string) => graph.nodes.find((each) => each.id === id);

describe("a RapidPro export", () => {
  test("is known by what is in it; texts, answers and results are steps that pass our checks", async () => {
    const given = file([
      flow({
        n1: {
          actions: [say("Hi @contact.first_name, where do you live? Write to me@@home.example")],
          to: ["n2"],
        },
        n2: {
          router: switching(
            "n2",
            [
              ["has_any_word", ["pune poona"], 0],
              ["has_text", [], 1],
            ],
            ["Pune", "Elsewhere", "Other"],
            { ...waiting, result_name: "City Name" },
          ),
          to: ["n3", "n4", null],
        },
        n3: { actions: [say("Close: @results.city_name")] },
        n4: { actions: [say("Far: @(results.city_name)")] },
      }),
    ]);
    expect(isRapidpro(given)).toBe(true);
    expect((await readAutomationFile(given)).format).toBe("rapidpro");
    const { graph, notes } = read(given);
    expect(notes).toEqual([]);
    expect(problems(graph)).toEqual([]);
    const one = played(graph);
    one.start();
    expect(one.said).toEqual(["Hi Asha, where do you live? Write to me@home.example"]);
    one.says("In Poona");
    expect(one.said.at(-1)).toBe("Close: In Poona");
    const other = played(graph);
    other.start();
    other.says("Delhi");
    expect(other.said.at(-1)).toBe("Far: Delhi");
  });

  test("quick replies before a wait are buttons that wait by themselves, with the wait's time", () => {
    const { graph, notes } = read(
      file([
        flow({
          n1: { actions: [say("Shall we?", { quick_replies: ["Yes", "No"] })], to: ["n2"] },
          n2: {
            router: {
              ...switching("n2", [["has_phrase", ["yes"], 0]], ["Yes", "Late", "Other"], {
                result_name: "shall",
              }),
              wait: { type: "msg", timeout: { seconds: 300, category_uuid: "n2-k1" } },
            },
            to: ["n3", "n4", "n5"],
          },
          n3: { actions: [say("Good, @results.shall")] },
          n4: { actions: [say("Too late")] },
          n5: { actions: [say("A pity")] },
        }),
      ]),
    );
    expect(notes).toEqual([]);
    expect(problems(graph)).toEqual([]);
    for (const [given, answer] of [
      ["Yes", "Good, Yes"],
      ["No", "A pity"],
      ["rather not", "A pity"],
    ] as const) {
      const one = played(graph);
      one.start();
      one.says(given);
      expect(one.said.at(-1)).toBe(answer);
    }
    const silent = played(graph);
    silent.start();
    silent.wake();
    expect(silent.said.at(-1)).toBe("Too late");
  });

  test("numbers, patterns and beginnings are compared, and whether somebody is in a group", () => {
    const { graph, notes } = read(
      file([
        flow({
          n1: {
            router: switching(
              "n1",
              [
                ["has_number_between", ["1", "10"], 0],
                ["has_pattern", ["^x\\d+$"], 1],
                ["has_beginning", ["stop"], 2],
                ["has_group", ["01890a5d-ac96-774b-bcce-b302099a8057", "Testers"], 2],
                ["has_group", ["", "Members"], 2],
                ["has_group", [], 2],
              ],
              ["Small", "Code", "Stop", "Other"],
              waiting,
            ),
            to: ["small", "code", "stop", "other"],
          },
          small: { actions: [say("small")] },
          code: { actions: [say("code")] },
          stop: { actions: [say("stopped")] },
          other: { actions: [say("other")] },
        }),
      ]),
    );
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("Registration, switch: It asks for a group and doesn't say which");
    const fields = new Map([...ofContact, ["groups", "list"] as const]);
    expect(validate(graph, { fields, journeys: new Map() })).toEqual([]);
    const branch = graph.nodes.find(({ type }) => type === "condition");
    const rows: unknown = branch?.data["rows"];
    expect(Array.isArray(rows) ? rows.slice(3) : []).toMatchObject(
      ["01890a5d-ac96-774b-bcce-b302099a8057", "Members"].map((value) => ({
        when: { condition: { rows: [{ field: "contact.groups", operator: "has", value }] } },
      })),
    );
    for (const [given, answer] of Object.entries({
      "7": "small",
      "70": "other",
      x12: "code",
      "stop it": "stopped",
      hello: "other",
    })) {
      const one = played(graph);
      one.start();
      one.says(given);
      expect(one.said, given).toEqual([answer]);
    }
  });

  test("customers are changed: fields, groups and labels are named, to be chosen", () => {
    const given = file(
      [
        flow({
          n1: {
            actions: [
              { type: "set_run_result", name: "Score", value: "5" },
              { type: "set_contact_field", field: { key: "city", name: "City" }, value: "@results.score" },
              { type: "add_contact_groups", groups: [{ uuid: "g1", name: "Testers" }] },
              { type: "remove_contact_groups", groups: [{ uuid: "g2", name: "Guests" }] },
              { type: "add_input_labels", labels: [{ uuid: "l1", name: "Urgent" }] },
              { type: "set_contact_name", name: "@input.text" },
              say("Your city is @fields.city"),
            ],
          },
        }),
      ],
      { fields: [{ key: "city", name: "City", type: "text" }] },
    );
    const { file: made, notes } = fromRapidpro(given);
    expect(made.references).toEqual([
      { kind: "field", id: "city", name: "City" },
      { kind: "group", id: "g1", name: "Testers" },
      { kind: "group", id: "g2", name: "Guests" },
      { kind: "label", id: "l1", name: "Urgent" },
    ]);
    expect(notes).toHaveLength(2);
    const { graph } = read(given);
    expect(problems(graph)).toEqual([]);
    const one = played(graph);
    one.start();
    expect(
      one.effects
        .filter(({ kind }) => kind === "customer")
        .flatMap((each) => (each as unknown as { changes: unknown[] }).changes),
    ).toEqual([
      { kind: "field", field: "city", value: "5" },
      { kind: "addGroup", groupId: "g1" },
      { kind: "removeGroup", groupId: "g2" },
      { kind: "addLabel", labelId: "l1" },
    ]);
  });

  test("calls, other flows and people lead on by how they went", () => {
    const outcome = (uuid: string, categories: string[]) => switching(uuid, [], categories);
    const given = file([
      flow({
        call: {
          actions: [
            {
              type: "call_webhook",
              method: "POST",
              url: "https://api.example/x?key=s3cret&id=@results.id",
              headers: { Authorization: "Token s3cret", Accept: "application/json" },
              body: "",
              result_name: "r",
            },
          ],
          router: outcome("call", ["Success", "Failure"]),
          to: ["sub", "sorry"],
        },
        sub: {
          actions: [{ type: "enter_flow", flow: { uuid: "flow-2", name: "Second" } }],
          router: outcome("sub", ["Complete", "Expired"]),
          to: ["ticket", "sorry"],
        },
        ticket: {
          actions: [
            { type: "open_ticket", topic: { uuid: "t", name: "General" }, note: "Look at @contact.name" },
          ],
          router: outcome("ticket", ["Success", "Failure"]),
          to: [null, "sorry"],
        },
        sorry: { actions: [say("Sorry")] },
      }),
      flow({ m1: { actions: [say("Second flow")] } }, { uuid: "flow-2", name: "Second" }),
    ]);
    const { file: made } = fromRapidpro(given);
    expect(JSON.stringify(made)).not.toContain("s3cret");
    expect(made.automations.map(({ id, name }) => [id, name])).toEqual([
      ["flow-1", "Registration"],
      ["flow-2", "Second"],
    ]);
    // The second flow is in the file, and need not be chosen.
    expect(made.references).toEqual([{ kind: "integration", id: "api.example", name: "api.example" }]);
    const { graph } = read(given);
    for (const port of ["clientError", "serverError", "timeout", "error"]) {
      expect(graph.edges).toContainEqual({ from: "call", port, to: "sorry" });
    }
    expect(graph.edges).toContainEqual({ from: "call", port: "next", to: "sub" });
    expect(node(graph, "sub")?.data).toMatchObject({ journeyId: "flow-2", wait: true });
    expect(graph.edges).toContainEqual({ from: "ticket", port: "notPicked", to: "sorry" });
    const journeys = new Map([["flow-2", []]]);
    expect(validate(graph, { fields: ofContact, journeys })).toEqual([]);
  });

  test("chance, files, templates, words that begin it, and what stays in other languages", () => {
    const { graph, notes } = read(
      file(
        [
          flow(
            {
              n1: {
                router: {
                  type: "random",
                  categories: [
                    { uuid: "a", name: "A", exit_uuid: "n1-e0" },
                    { uuid: "b", name: "B", exit_uuid: "n1-e1" },
                  ],
                },
                to: ["n2", "n3"],
              },
              n2: { actions: [say("Look", { attachments: ["image/jpeg:https://x.example/a.jpg"] })] },
              n3: {
                actions: [
                  say("ignored", {
                    template: { uuid: "t1", name: "welcome" },
                    template_variables: ["@contact.name"],
                  }),
                ],
              },
            },
            { localization: { fra: {}, hin: {} } },
          ),
        ],
        {
          triggers: [
            { trigger_type: "K", keywords: ["join"], flow: { uuid: "flow-1", name: "Registration" } },
            { trigger_type: "S", flow: { uuid: "flow-1", name: "Registration" } },
          ],
        },
      ),
    );
    expect(node(graph, "start")?.data).toEqual({
      triggers: [{ kind: "keyword", words: ["join"], mode: "exact" }],
    });
    expect(node(graph, "n1")).toMatchObject({ type: "split" });
    expect(node(graph, "n2")?.data).toMatchObject({ variants: [{ content: { kind: "image" } }] });
    expect(node(graph, "n3")).toMatchObject({
      type: "sendTemplate",
      data: { mapping: [{ variable: "body/1", value: "contact.name" }] },
    });
    expect(notes.some((each) => each.includes("fra, hin"))).toBe(true);
    expect(notes.some((each) => each.includes("kind S"))).toBe(true);
    expect(problems(graph)).toEqual([]);
  });

  test("what has no match is left out with a note that names it", () => {
    const types = ["transfer_airtime", "call_classifier", "send_broadcast", "request_optin"];
    const { graph, notes } = read(
      file([flow({ n1: { actions: [...types.map((type) => ({ type })), say("On")] } })]),
    );
    expect(notes).toHaveLength(types.length);
    for (const [at, type] of types.entries()) expect(notes[at]).toContain(type);
    expect(problems(graph)).toEqual([]);
  });

  test("hostile input is read or refused, and never breaks the reader", () => {
    const values = [
      null,
      7,
      "x",
      [],
      {},
      [null],
      { a: [{}] },
      "@".repeat(4_000),
      "@(".repeat(2_000),
      -1,
      1e300,
    ];
    const base = flow({
      n1: { actions: [say("Hi")], to: ["n2"] },
      n2: { router: switching("n2", [["has_text", [], 0]], ["A", "B"], waiting), to: ["n1", null] },
    });
    const isFine = (given: unknown) => {
      const { file: made } = fromRapidpro(given);
      for (const { graph } of made.automations) graphSchema.parse(graph);
    };
    for (const value of values) {
      for (const key of ["flows", "campaigns", "triggers", "fields", "groups"])
        isFine(file([base], { [key]: [value] }));
      for (const key of Object.keys(base)) isFine(file([{ ...base, [key]: value }]));
      for (const key of ["uuid", "actions", "router", "exits"]) {
        isFine(file([{ ...base, nodes: [{ ...(base["nodes"] as Given[])[1], [key]: value }, value] }]));
      }
      for (const key of [
        "text",
        "quick_replies",
        "attachments",
        "template",
        "field",
        "groups",
        "flow",
        "url",
        "headers",
        "value",
        "addresses",
      ]) {
        for (const type of [
          "send_msg",
          "set_contact_field",
          "call_webhook",
          "enter_flow",
          "add_contact_groups",
          "send_email",
          "set_run_result",
          "open_ticket",
        ]) {
          isFine(file([flow({ n1: { actions: [{ type, name: "x", [key]: value }] } })]));
        }
      }
      for (const key of [
        "type",
        "operand",
        "cases",
        "categories",
        "wait",
        "result_name",
        "default_category_uuid",
      ]) {
        isFine(
          file([
            flow({
              n1: {
                router: { ...switching("n1", [["has_text", [], 0]], ["A", "B"], waiting), [key]: value },
              },
            }),
          ]),
        );
      }
    }
  });
});
