import { formatMoment } from "#app/lib/format.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { getTemplate } from "#workers/contract/endpoints/templates.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

/** The events of a template, newest first. */
export function History({ history }: Pick<ReplyOf<typeof getTemplate>, "history">) {
  return (
    <section aria-labelledby="template-history" className="grid gap-2 rounded-lg border border-line p-4">
      <h2 id="template-history" className="font-semibold">
        {texts.history}
      </h2>
      {history.length === 0 && <p className="text-muted">{texts.noHistory}</p>}
      <ol className="grid gap-2">
        {history.map(({ id, at, status, category, reason, by }, index) => {
          const before = history[index + 1];
          return (
            <li key={id} className="grid">
              <span>{texts.historyLine(texts.states[status], by || texts.byVendor)}</span>
              {reason && <span className="text-[0.8125rem] [overflow-wrap:anywhere]">{reason}</span>}
              {before && before.category !== category && (
                <span className="text-[0.8125rem]">{texts.categoryChanged(texts.categories[category])}</span>
              )}
              <time dateTime={at} className="text-xs text-muted">
                {formatMoment(at)}
              </time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
