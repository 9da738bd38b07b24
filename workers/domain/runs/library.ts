import type { TenantDb } from "#db/client.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import type { Components } from "#workers/contract/templates/template.ts";
import { SENT_STATES } from "#workers/contract/wa-flows/flow.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { messageOfRichCard, type RichCardContent } from "#workers/contract/rich-card.ts";
import type { Flow } from "../flow/compile.ts";
import type { NodeDataOf } from "../flow/data.ts";
import {
  emptyLibrary,
  journeyOn,
  type Library,
  type LibraryTemplate,
  type PublishedWaFlow,
} from "../flow/library.ts";

const CARDS = `SELECT r.id, r.content FROM json_each(?1) e CROSS JOIN rich_cards r ON r.id = e.value AND r.enterprise_id = ?2`;
const TEMPLATES = `SELECT t.id, t.channel_id AS channelId, t.name, t.language, t.category, t.components, t.status FROM json_each(?1) e
  CROSS JOIN templates t ON t.id = e.value AND t.enterprise_id = ?2`;

const FORMS = `SELECT f.id, v.number AS version, v.content FROM json_each(?1) e CROSS JOIN forms f ON f.id = e.value AND f.enterprise_id = ?2 AND f.deleted_at IS NULL
  CROSS JOIN form_versions v ON v.form_id = f.id AND v.number = f.version`;
const WA_FLOWS = `SELECT f.id, f.channel_id AS channelId, f.vendor_id AS vendorId, f.first_screen AS firstScreen, f.asks_endpoint AS asksEndpoint
  FROM json_each(?1) e CROSS JOIN wa_flows f ON f.id = e.value AND f.enterprise_id = ?2 AND f.deleted_at IS NULL
    AND f.vendor_id IS NOT NULL AND f.state IN (${SENT_STATES.map((each) => `'${each}'`).join(", ")})`;
const JOURNEYS = `SELECT DISTINCT o.automation_id AS id, o.channel_id AS channelId FROM json_each(?1) e
  CROSS JOIN automation_instances o ON o.automation_id = e.value AND o.enterprise_id = ?2 AND o.state = ${INSTANCE.started}`;
const BOTS = `SELECT a.id FROM json_each(?1) e CROSS JOIN agents a ON a.id = e.value AND a.enterprise_id = ?2`;

interface Names {
  templates: string[];
  cards: string[];
  forms: string[];
  waFlows: string[];
  bots: string[];
  journeys: string[];
}
/** A version's flow stays the same object as long as it is kept. */
const named = new WeakMap<Flow, Names>();

function namesIn(flow: Flow): Names {
  const known = named.get(flow);
  if (known) return known;
  const names: Names = { templates: [], cards: [], forms: [], waFlows: [], bots: [], journeys: [] };
  for (const { type, data } of flow.nodes.values()) {
    if (data === undefined) continue;
    if (type === "sendTemplate") names.templates.push((data as NodeDataOf<"sendTemplate">).templateId);
    if (type === "form") names.forms.push((data as NodeDataOf<"form">).formId);
    if (type === "whatsappFlow") names.waFlows.push((data as NodeDataOf<"whatsappFlow">).flowId);
    if (type === "runJourney") names.journeys.push((data as NodeDataOf<"runJourney">).journeyId);
    const { botId } = data as Partial<NodeDataOf<"bot">>;
    if (type === "bot" && botId !== undefined) names.bots.push(botId);
    if (type === "sendMessage")
      for (const { content } of (data as NodeDataOf<"sendMessage">).variants)
        if (content.kind === "richCard") names.cards.push(content.cardId);
  }
  named.set(flow, names);
  return names;
}

/** Own things of the enterprise that a page's graphs name, as they are now; nothing is asked where they name none. */
export async function libraryOf(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: EnterpriseId,
  flows: readonly Flow[],
): Promise<Library> {
  const names = flows.map(namesIn);
  const idsOf = (kind: keyof Names) => [...new Set(names.flatMap((each) => each[kind]))];
  const kinds = ["templates", "cards", "forms", "bots", "waFlows", "journeys"] as const;
  const ids = kinds.map(idsOf);
  if (ids.every(({ length }) => length === 0)) return emptyLibrary();
  const [templates, cards, forms, bots, waFlows, journeys] = await $client.batch(
    [TEMPLATES, CARDS, FORMS, BOTS, WA_FLOWS, JOURNEYS].map((text, at) =>
      $client.prepare(text).bind(JSON.stringify(ids[at]), enterpriseId),
    ),
  );
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  return {
    templates: new Map(
      rowsOf<Omit<LibraryTemplate, "components"> & { id: string; components: string }>(templates).map(
        ({ id, components, ...template }) => [
          id,
          { ...template, components: JSON.parse(components) as Components },
        ],
      ),
    ),
    cards: new Map(
      rowsOf<{ id: string; content: string }>(cards).map(({ id, content }) => [
        id,
        messageOfRichCard(JSON.parse(content) as RichCardContent),
      ]),
    ),
    forms: new Map(
      rowsOf<{ id: string; version: number; content: string }>(forms).map(({ id, version, content }) => [
        id,
        { version, content: JSON.parse(content) as FormContent },
      ]),
    ),
    waFlows: new Map(
      rowsOf<Omit<PublishedWaFlow, "asksEndpoint"> & { id: string; asksEndpoint: number }>(waFlows).map(
        ({ id, asksEndpoint, ...flow }) => [id, { ...flow, asksEndpoint: asksEndpoint === 1 }],
      ),
    ),
    bots: new Set(rowsOf<{ id: string }>(bots).map(({ id }) => id)),
    journeys: new Set(
      rowsOf<{ id: string; channelId: string }>(journeys).map(({ id, channelId }) =>
        journeyOn(id, channelId),
      ),
    ),
  };
}
