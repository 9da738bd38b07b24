import { channelTypes } from "#workers/contract/channel-types.ts";
import type { ActivityRequest } from "#workers/contract/endpoints/activities.ts";
import { isTemplateType } from "#workers/contract/templates/template.ts";
import type { ChosenTemplate } from "#app/features/broadcasts/broadcast-draft.ts";

/** The message of something stored, as forms and previews have it. */
export function messageOf(
  { message, columnMapping, channelId }: Pick<ActivityRequest, "message" | "columnMapping" | "channelId">,
  channelType: number,
  template: ChosenTemplate | null,
) {
  const { media, cards } = message.template;
  return {
    type: isTemplateType(channelType) ? channelType : channelTypes.whatsApp,
    channelId,
    template,
    media,
    cards: Object.fromEntries(cards.flatMap(({ media: its }, at) => (its ? [[at, its] as const] : []))),
    mappings: Object.fromEntries(
      columnMapping.map(({ variable, ...mapping }) => [variable, mapping] as const),
    ),
  };
}
