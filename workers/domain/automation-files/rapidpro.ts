import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import {
  AUTOMATION_FORMAT,
  fileLimits,
  type FileAutomation,
  type FileReference,
  type ReferenceKind,
} from "#workers/contract/automation/automation-file.ts";
import { trigger } from "#workers/contract/automation/triggers.ts";
import type { ReadFile } from "./read-file.ts";
import { GraphSketch } from "./graph-sketch.ts";
import { writeActions } from "./rapidpro-actions.ts";
import { rapidproFile, type RapidproFile, type RapidproFlow, type RapidproNode } from "./rapidpro-nodes.ts";
import type { Written } from "./rapidpro-written.ts";
import { writeRouter } from "./rapidpro-routers.ts";
import { rapidproText } from "./rapidpro-text.ts";

/** RapidPro and TextIt: `flows` of the specification 13 (or 14), with the names of groups and fields. */
export const isRapidpro = (given: unknown): boolean =>
  typeof given === "object" &&
  given !== null &&
  "flows" in given &&
  Array.isArray(given.flows) &&
  "version" in given &&
  /^1[34](\.|$)/.test(String(given.version));

/** Their canvas is drawn narrower than ours. */
const SCALE = 1.4;

export function fromRapidpro(given: unknown): Omit<ReadFile, "format"> {
  const file = rapidproFile.parse(given);
  const notes = new Set<string>();
  const references: FileReference[] = [];
  if (file.campaigns.length > 0) notes.add(texts.campaigns);
  const automations = file.flows
    .slice(0, fileLimits.automations)
    .map((flow, at) => automationOf(file, flow, at, references, notes));
  const known = new Set(automations.map(({ id }) => id));
  return {
    file: {
      format: AUTOMATION_FORMAT,
      automations,
      forms: [],
      templates: [],
      references: references
        .filter(({ kind, id }) => kind !== "journey" || !known.has(id))
        .slice(0, fileLimits.references),
    },
    notes: [...notes],
  };
}

function automationOf(
  file: RapidproFile,
  flow: RapidproFlow,
  at: number,
  references: FileReference[],
  notes: Set<string>,
): FileAutomation {
  const sketch = new GraphSketch(notes);
  for (const { key } of file.fields) if (/^[a-z_]\w*$/i.test(key)) sketch.fields.add(key);
  const byId = new Map(flow.nodes.map((node) => [node.uuid, node]));
  const answers = answeredBy(flow);
  const answered = new Set(answers.values());
  const refer = (kind: ReferenceKind, id: string, name: string): string => {
    const ours = id.slice(0, 64) || name.slice(0, 64) || "unknown";
    if (!references.some((each) => each.kind === kind && each.id === ours)) {
      references.push({ kind, id: ours, name: name.slice(0, 200) || ours });
    }
    return ours;
  };
  for (const { key, name } of file.fields) if (sketch.fields.has(key)) refer("field", key, name);
  for (const node of flow.nodes) {
    const where = `${flow.name || flow.uuid}, ${node.actions[0]?.type ?? node.router?.type ?? "node"}`.slice(
      0,
      160,
    );
    const to = (each: RapidproNode, uuid: string | undefined): string | undefined => {
      const behind = each.exits.find((exit) => exit.uuid === uuid)?.destination_uuid ?? undefined;
      return behind !== undefined && byId.has(behind) ? sketch.idOf(behind) : undefined;
    };
    const behind = answers.get(node.uuid);
    const { timeout } = behind?.router?.wait ?? {};
    const silent = behind?.router?.categories.find(({ uuid }) => uuid === timeout?.category_uuid)?.exit_uuid;
    const { left = 0, top = at } = flow._ui.nodes[node.uuid]?.position ?? {};
    const written: Written = {
      sketch,
      flow,
      node,
      id: sketch.idOf(node.uuid),
      where,
      position: { x: left * SCALE, y: top },
      exit: (uuid) => to(node, uuid),
      text: (source) => rapidproText(sketch, where, source, refer),
      refer,
      answered: behind && { silent: to(behind, silent) },
      byButtons: answered.has(node),
    };
    writeActions(written, writeRouter);
  }
  const languages = Object.keys(flow.localization).filter((each) => /^[a-z-]{2,8}$/i.test(each));
  if (languages.length > 0) sketch.note(texts.translations(languages.slice(0, 20)));
  const first = flow.nodes[0];
  return {
    id: flow.uuid.slice(0, 100) || `flow-${at + 1}`,
    kind: "journey",
    name: flow.name.trim().slice(0, 200) || texts.unnamed,
    folder: "",
    graph: sketch.graph(first && sketch.idOf(first.uuid), triggersOf(file, flow, sketch)),
  };
}

/** Waits that nobody comes to but by quick replies, by the node that sends those. */
function answeredBy({ nodes }: RapidproFlow): Map<string, RapidproNode> {
  const byId = new Map(nodes.map((node) => [node.uuid, node]));
  const comers = Map.groupBy(
    nodes.flatMap((node) => node.exits),
    (exit) => exit.destination_uuid ?? "",
  );
  return new Map(
    nodes.flatMap((node): [string, RapidproNode][] => {
      const last = node.actions.at(-1);
      const isAsking =
        last?.type === "send_msg" && last.quick_replies.length > 0 && !!last.text && !last.template;
      const behind = byId.get(node.exits[0]?.destination_uuid ?? "");
      const isAlone =
        behind?.router?.wait && behind.actions.length === 0 && comers.get(behind.uuid)?.length === 1;
      return isAsking && !node.router && behind && isAlone ? [[node.uuid, behind]] : [];
    }),
  );
}

const MODES = { F: "starts", O: "exact" } as const;

/** Words that begin the flow; what else begins one is set by its reader. */
function triggersOf({ triggers }: RapidproFile, { uuid }: RapidproFlow, sketch: GraphSketch): object[] {
  const own = triggers.filter(({ flow }) => flow?.uuid === uuid);
  return own.slice(0, 20).flatMap(({ trigger_type: type, keyword, keywords, match_type: match }) => {
    const words = [...keywords, ...(keyword === undefined ? [] : [keyword])];
    const mode = MODES[match as keyof typeof MODES] ?? "exact";
    const parsed = trigger.safeParse({ kind: "keyword", words: [...new Set(words)].slice(0, 20), mode });
    if (type === "K" && parsed.success) return [parsed.data];
    sketch.note(texts.trigger(type.slice(0, 20)));
    return [];
  });
}
