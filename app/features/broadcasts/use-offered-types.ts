import { useSession } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { templatesTexts } from "#texts/templates.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { type TemplateType, templateTypes } from "#workers/contract/templates/template.ts";

const FLAGS: { [Type in TemplateType]?: keyof FeatureFlags } = {
  [channelTypes.sms]: "smsCampaign",
  [channelTypes.email]: "emailCampaign",
};

/** Channel types on which broadcasts and campaigns may send, the chosen one whatever was switched off since, and why others are missing. */
export function useOfferedTypes(chosen: TemplateType): { types: TemplateType[]; note: string | undefined } {
  const { features } = useSession();
  const isOff = (type: TemplateType) => FLAGS[type] !== undefined && !features[FLAGS[type]];
  const off = templateTypes.filter(isOff);
  const names = off.map((type) => templatesTexts.types[type]).join(" and ");
  return {
    types: templateTypes.filter((type) => !isOff(type) || type === chosen),
    note: off.length > 0 ? broadcastsTexts.form.typesOff(names) : undefined,
  };
}
