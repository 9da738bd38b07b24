import { describe, expect, test } from "vitest";
import { allPackages } from "../../../scripts/packages/all.ts";
import { codeTemplate, packageOf } from "../../../scripts/packages/parts.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import type { PackageContent, ShippedPackage } from "#workers/contract/marketplace/package.ts";
import { executableIn, PACKAGED_NODES } from "#workers/domain/marketplace/no-code.ts";

const one = (id: string): ShippedPackage =>
  structuredClone(allPackages.find((each) => each.id === id) as ShippedPackage);

function journeyWith(node: Partial<GraphNode>): ShippedPackage {
  const packed = one("chat-feedback");
  if (packed.content.kind !== "journey") throw new Error("not a journey");
  const [automation] = packed.content.file.automations;
  automation?.graph.nodes.push({
    id: "added",
    type: "end",
    name: "",
    position: { x: 0, y: 0 },
    data: {},
    ...node,
  });
  return packed;
}
const about = { id: "tried", category: "general" as const, name: "Tried", summary: "Tried" };
const holding = (content: PackageContent) => packageOf(about, content);

test("steps that call other systems or write outside of a chat are none of a package's", () => {
  const others = Object.keys(nodeTypes).filter((type) => !PACKAGED_NODES.has(type));
  expect(others).toEqual(["http", "sendMail", "sendSms", "milestone"]);
});

describe("a package is refused for", () => {
  const data = (some: Record<string, unknown>) => ({ data: some });
  test.each<[string, Partial<GraphNode>, string]>([
    ["a call of another system", { type: "http" }, "http"],
    ["a type of step that nobody knows", { type: "script" }, "script"],
    ["an answer that stands in for a step's", { pin: {} as NonNullable<GraphNode["pin"]> }, "added.pin"],
    ["a webhook", { type: "start", ...data({ triggers: [{ kind: "webhook" }] }) }, "added.webhook"],
    [
      "an address of its own",
      { type: "start", ...data({ triggers: [{ kind: "link", token: "x" }] }) },
      "added.link",
    ],
    ["a file of somebody's", data({ fileId: "file" }), "added.fileId"],
    ["a configuration of somebody's", data({ request: { configId: "c" } }), "added.request.configId"],
  ])("%s", (_, node, place) => {
    expect(executableIn(journeyWith(node)).join()).toContain(place);
  });

  test.each(["https://evil.example/x", "javascript:alert(1)", "<script src=x>", "<img onerror=x()>"])(
    "a text with %s, wherever it stands",
    (text) => {
      expect(executableIn(journeyWith({ data: { text } })).join()).toContain("data.text");
      expect(executableIn({ ...one("lead-form"), summary: text })).toEqual(["summary"]);
    },
  );

  test("a bot that asks a provider", () => {
    const bot = one("hr-leave-bot");
    if (bot.content.kind === "bot") bot.content.file.agent.config.modelType = "OpenAi";
    expect(executableIn(bot)).toEqual(["agent.config.modelType"]);
  });

  test("a flow that asks an endpoint, or leads out of itself", () => {
    const flow = one("booking-flow");
    if (flow.content.kind !== "flow") throw new Error("not a flow");
    flow.content.flow.content["data_api_version"] = "3.0";
    flow.content.flow.rules = { SERVICE: { next: "", data: {} } };
    flow.content.flow.content["screens"] = [
      { "on-click-action": { name: "data_exchange" } },
      { "on-select-action": { name: "open_url" } },
    ];
    expect(executableIn(flow)).toEqual(["data_api_version", "rules", "data_exchange", "open_url"]);
  });

  test("a template with an address, a number or somebody's file", () => {
    const template = codeTemplate("code", "{{1}} is your code.", "");
    const wrong = ["URL", "PHONE_NUMBER", "FLOW"].map((type) => ({
      ...template,
      components: {
        ...template.components,
        buttons: [{ type: type as "URL", text: "Open", value: "x", example: "" }],
      },
    }));
    expect(executableIn(holding({ kind: "templates", templates: wrong }))).toHaveLength(3);
    expect(executableIn(holding({ kind: "templates", templates: [template] }))).toEqual([]);
  });
});
