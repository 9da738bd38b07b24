import { MOST_PARTS, smsParts } from "../sms-parts.ts";
import { isBlank, type Rule, type Rules, when } from "./places.ts";
import { linksIn, tagsIn } from "./registered.ts";
import type { Components, Dlt } from "./template.ts";

/** The registration of an SMS, empty where nothing was said of it. */
const NOTHING: Dlt = { templateId: "", header: "", links: [] };
const dltOf = ({ dlt }: Components): Dlt => dlt ?? NOTHING;

const ofText =
  (breaks: (text: string, dlt: Dlt) => boolean): Rule =>
  ({ components }) =>
    when(breaks(components.body.text, dltOf(components)), "body.text");

const isAlone = ({ header, footer, buttons, cards, limited_time_offer: offer }: Components): boolean =>
  header === null && footer === null && offer === null && buttons.length + cards.length === 0;

/** SMS in India: every text is registered with the operators, who compare it. Sources: docs/vendors.md. */
export const rulesOfSms: Rules<"sms" | "dlt"> = {
  "sms.parts": ofText((text) => smsParts(text).parts > MOST_PARTS),
  "sms.alone": ({ components }) => when(!isAlone(components), "body.text"),
  "dlt.id": ({ components }) => when(!/^\d{10,30}$/.test(dltOf(components).templateId), "dlt.templateId"),
  "dlt.header": ({ components }) => when(dltOf(components).header === "", "dlt.header"),
  "dlt.category": ({ category, components }) => {
    const { header } = dltOf(components);
    return when(header !== "" && (header === "P") !== (category === "MARKETING"), "category");
  },
  "dlt.tags": ofText((text) => tagsIn(text).some(({ tag }) => tag === undefined)),
  "dlt.link": ({ components }) =>
    dltOf(components).links.flatMap((link, index) =>
      when(!/^https?:\/\/[^\s/]+\.[^\s/]+/.test(link), `dlt.links.${index}`),
    ),
  "dlt.links": ofText((text, { links }) =>
    linksIn(text).some((link) => !links.some((known) => !isBlank(known) && link.startsWith(known))),
  ),
};
