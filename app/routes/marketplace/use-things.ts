import { useQueryOf } from "#app/data/query.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { listAgents } from "#workers/contract/endpoints/bots.ts";
import { listForms } from "#workers/contract/endpoints/forms.ts";
import { listTemplates } from "#workers/contract/endpoints/templates.ts";
import { listWaFlows } from "#workers/contract/endpoints/wa-flows.ts";
import type { PackageKind } from "#workers/contract/marketplace/kinds.ts";
import { CHANNEL_OF } from "#workers/contract/marketplace/package.ts";

/** So many of a kind can be chosen from. */
const MOST = 500;

/** The things of a kind, by name. Each kind has a list of its own, and only the chosen one is asked for. */
export function useThings(kind: PackageKind): readonly { id: string; name: string }[] {
  const query = { perPage: MOST };
  const of = (wanted: PackageKind) => ({ enabled: kind === wanted });
  const journeys = useQueryOf(automationDoors.journey.list, { query }, of("journey"));
  const encaps = useQueryOf(automationDoors.encap.list, { query }, of("encap"));
  const bots = useQueryOf(listAgents, { query }, of("bot"));
  const forms = useQueryOf(listForms, { query }, of("form"));
  const flows = useQueryOf(listWaFlows, { query }, of("flow"));
  const ofWhatsApp = { query: { ...query, type: CHANNEL_OF.templates } };
  const templates = useQueryOf(listTemplates, ofWhatsApp, of("templates"));
  const all = {
    journey: journeys.answer?.automations,
    encap: encaps.answer?.automations,
    bot: bots.answer?.agents,
    form: forms.answer?.forms,
    flow: flows.answer?.flows,
    templates: templates.answer?.templates
      .map(({ id, name, language }) => ({ id, name: `${name}/${language}` }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  };
  return all[kind] ?? [];
}
