import { invalidate, patch } from "#app/data/query.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import { getTemplate, listTemplates, type MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import type { TemplateChanged } from "#workers/contract/template-events.ts";

export const LIST = "/admin/messageTemplate/whatsapp";

/** Shows what a vendor tells of a template while somebody looks; its history is asked for anew. */
export const listenForTemplates = keepLive(
  "templateChanged",
  (news) => {
    patch(listTemplates, undefined, (now) => ({
      ...now,
      templates: now.templates.map((each) => updated(each, news)),
    }));
    patch(getTemplate, { params: { id: news.id } }, (now) => ({
      ...now,
      template: updated(now.template, news),
    }));
    void invalidate(getTemplate, { params: { id: news.id } });
  },
  () => {
    void invalidate(listTemplates);
    void invalidate(getTemplate);
  },
);

/** An older event never overwrites a newer state; a rating alone counts no revision. */
const updated = (template: MessageTemplate, news: TemplateChanged): MessageTemplate =>
  template.id === news.id && template.revision <= news.revision ? { ...template, ...news } : template;
