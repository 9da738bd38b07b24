import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import type { PackageContent, ShippedPackage } from "#workers/contract/marketplace/package.ts";
import { idsIn } from "../automations/graph-references.ts";

/**
 * Steps that a package may hold. A call of another system is none of them: its host and its secrets are the enterprise's.
 * Texts and conditions of the others are of the expression language, which calls nothing.
 */
export const PACKAGED_NODES: ReadonlySet<string> = new Set<NodeTypeName>([
  "start",
  "sendMessage",
  "sendTemplate",
  "ask",
  "buttons",
  "form",
  "whatsappFlow",
  "condition",
  "split",
  "setVariables",
  "updateCustomer",
  "wait",
  "waitFor",
  "bot",
  "knowledge",
  "handOver",
  "payment",
  "runJourney",
  "goTo",
  "end",
]);

/** Triggers that begin a journey by a call or an address from outside are the enterprise's to set up. */
const OUTSIDE_TRIGGERS: ReadonlySet<unknown> = new Set(["webhook", "link"]);
/** Things of one enterprise that no other could map. */
const OWN_THINGS: ReadonlySet<string> = new Set(["integration", "file", "channel"]);
/** Components and actions of WhatsApp Flows that lead out of them. */
const FLOW_ACTIONS: ReadonlySet<unknown> = new Set(["navigate", "complete", "update_data"]);
/** Addresses and scripts, wherever a text has them. */
const OUTWARD = /:\/\/|javascript:|data:text|<\s*script|\bon\w+\s*=/i;

/** Everything in a package that runs or leads out of it, each as the place where it stands; none may be there. */
export function executableIn({ content, ...about }: ShippedPackage): string[] {
  return [
    ...textsWith(about, ""),
    ...textsWith(content, "content"),
    ...(content.kind === "journey" || content.kind === "encap"
      ? content.file.automations.flatMap(({ name, graph }) =>
          inGraph(graph).map((each) => `${name}: ${each}`),
        )
      : []),
    ...inOthers(content),
  ];
}

function inGraph(graph: Graph): string[] {
  const steps = graph.nodes.flatMap((node) => {
    const triggers = node.data["triggers"];
    return [
      ...(PACKAGED_NODES.has(node.type) ? [] : [node.type]),
      ...(node.pin === undefined ? [] : [`${node.id}.pin`]),
      ...(Array.isArray(triggers) ? triggers : []).flatMap(({ kind }: { kind?: unknown }) =>
        OUTSIDE_TRIGGERS.has(kind) ? [`${node.id}.${String(kind)}`] : [],
      ),
    ];
  });
  const own = idsIn(graph).filter(({ kind }) => OWN_THINGS.has(kind));
  return [...steps, ...own.map(({ node = "", field }) => `${node}.${field}`)];
}

function inOthers(content: PackageContent): string[] {
  switch (content.kind) {
    case "bot":
      // The others ask a provider, with a key.
      return content.file.agent.config.modelType === "SVM" ? [] : ["agent.config.modelType"];
    case "flow":
      return [
        ...("data_api_version" in content.flow.content ? ["data_api_version"] : []),
        ...(Object.keys(content.flow.rules).length > 0 ? ["rules"] : []),
        ...actionsIn(content.flow.content).filter((name) => !FLOW_ACTIONS.has(name)),
      ];
    case "templates":
      return content.templates.flatMap(({ name, components: { header, cards, buttons } }) => [
        ...([header, ...cards.map((card) => card.header)].some((each) => each?.medium)
          ? [`${name}.header`]
          : []),
        ...buttons.flatMap(({ type }) =>
          type === "QUICK_REPLY" || type === "COPY_CODE" ? [] : [`${name}.${texts.button} ${type}`],
        ),
      ]);
    default:
      return [];
  }
}

/** Names of a flow's actions, wherever they stand. */
function actionsIn(value: unknown, key = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own =
    key.endsWith("-action") && !Array.isArray(value) && "name" in value
      ? [String(value.name).slice(0, 60)]
      : [];
  return [...own, ...Object.entries(value).flatMap(([name, each]) => actionsIn(each, name))];
}

function textsWith(value: unknown, place: string): string[] {
  if (typeof value === "string") return OUTWARD.test(value) ? [place] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    textsWith(each, place === "" ? key : `${place}.${key}`),
  );
}
