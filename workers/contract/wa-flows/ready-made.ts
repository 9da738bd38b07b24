import { readyFlowTexts as texts, waFlowListTexts } from "#texts/wa-flow-list.ts";
import type { WaFlowCategory } from "./flow.ts";
import type { Json } from "./flow-json.ts";
import { NEWEST_FLOW_VERSION } from "./versions.ts";

/** Flows to begin with; each is as WhatsApp takes it. */

const footer = (action: Json, label = texts.send): Json => ({
  type: "Footer",
  label,
  "on-click-action": action,
});
const complete = (...names: string[]): Json => ({
  name: "complete",
  payload: Object.fromEntries(names.map((name) => [name, `\${form.${name}}`])),
});
const screen = (id: string, title: string, children: Json[], isLast: boolean): Json => ({
  id,
  title,
  ...(isLast && { terminal: true, success: true }),
  data: {},
  layout: { type: "SingleColumnLayout", children },
});
const flow = (...screens: Json[]): Json => ({ version: NEWEST_FLOW_VERSION, screens });
const options = (titles: readonly string[]): Json[] => titles.map((title) => ({ id: title, title }));
const { ready } = waFlowListTexts;

export const emptyFlow = (title: string): Json =>
  flow(screen("START", title, [{ type: "TextHeading", text: title }, footer(complete())], true));

export const READY_FLOWS: Readonly<Record<keyof typeof ready, { category: WaFlowCategory; content: Json }>> =
  {
    lead: {
      category: "LEAD_GENERATION",
      content: flow(
        screen(
          "DETAILS",
          ready.lead,
          [
            { type: "TextInput", name: "name", label: texts.name, required: true },
            { type: "TextInput", name: "email", label: texts.email, "input-type": "email", required: true },
            { type: "TextInput", name: "phone", label: texts.phone, "input-type": "phone" },
            {
              type: "RadioButtonsGroup",
              name: "topic",
              label: texts.topic,
              "data-source": options(texts.topics),
            },
            { type: "OptIn", name: "news", label: texts.news },
            footer(complete("name", "email", "phone", "topic", "news")),
          ],
          true,
        ),
      ),
    },
    appointment: {
      category: "APPOINTMENT_BOOKING",
      content: flow(
        screen(
          "DAY",
          ready.appointment,
          [
            { type: "DatePicker", name: "day", label: texts.day, required: true },
            {
              type: "RadioButtonsGroup",
              name: "part",
              label: texts.part,
              required: true,
              "data-source": options(texts.parts),
            },
            footer({ name: "navigate", next: { type: "screen", name: "PERSON" }, payload: {} }, texts.next),
          ],
          false,
        ),
        screen(
          "PERSON",
          ready.appointment,
          [
            { type: "TextBody", text: "`${screen.DAY.form.day} ', ' ${screen.DAY.form.part}`" },
            { type: "TextInput", name: "name", label: texts.name, required: true },
            { type: "TextArea", name: "wishes", label: texts.wishes },
            footer({
              name: "complete",
              payload: {
                day: "${screen.DAY.form.day}",
                part: "${screen.DAY.form.part}",
                name: "${form.name}",
                wishes: "${form.wishes}",
              },
            }),
          ],
          true,
        ),
      ),
    },
    feedback: {
      category: "SURVEY",
      content: flow(
        screen(
          "FEEDBACK",
          ready.feedback,
          [
            {
              type: "RadioButtonsGroup",
              name: "rating",
              label: texts.howWas,
              required: true,
              "data-source": options(texts.ratings),
            },
            {
              type: "If",
              condition: `\${form.rating} == '${texts.ratings[2]}'`,
              // oxlint-disable-next-line unicorn/no-thenable -- Meta calls the branch so.
              then: [{ type: "TextArea", name: "wrong", label: texts.whatWent }],
              else: [{ type: "TextArea", name: "liked", label: texts.whatLiked }],
            },
            footer(complete("rating", "wrong", "liked")),
          ],
          true,
        ),
      ),
    },
    help: {
      category: "CUSTOMER_SUPPORT",
      content: flow(
        screen(
          "HELP",
          ready.help,
          [
            { type: "TextInput", name: "order", label: texts.order },
            { type: "TextArea", name: "problem", label: texts.problem, required: true },
            { type: "OptIn", name: "urgent", label: texts.urgent },
            footer(complete("order", "problem", "urgent")),
          ],
          true,
        ),
      ),
    },
  };
