import { ChevronLeft, ChevronRight, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import { unsubscribeWords } from "#workers/contract/templates/unsubscribing.ts";
import type { BroadcastDraft } from "./broadcast-draft.ts";
import { componentsOf, LOOKS, readBy } from "./previewed.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.preview;

/** The message as its recipients read it, one after the other; with the template's examples until there are any. */
export function PreviewPanel({
  title = texts.title,
  draft,
  labels,
  samples,
}: {
  title?: string;
  draft: Pick<BroadcastDraft, "template" | "type" | "media" | "cards" | "mappings">;
  /** Of the variables, by the keys of their mappings. */
  labels: ReadonlyMap<string, string>;
  samples: BroadcastEstimate["samples"];
}) {
  const [wanted, setWanted] = useState(0);
  const { template, type } = draft;
  const at = Math.min(wanted, Math.max(samples.length - 1, 0));
  const sample = samples[at];
  if (!template)
    return (
      <Section title={title}>
        <p className="text-muted">{texts.none}</p>
      </Section>
    );
  const components = componentsOf(template.components, draft);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // Keys of something within, such as the buttons of cards, are its own.
    if (by === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    setWanted(Math.min(Math.max(at + by, 0), samples.length - 1));
  };
  return (
    <Section
      title={title}
      aside={
        samples.length > 1 && (
          <span className="flex items-center gap-1">
            <IconButton
              size="sm"
              label={texts.previous}
              icon={<ChevronLeft aria-hidden />}
              aria-disabled={at === 0}
              onClick={() => at > 0 && setWanted(at - 1)}
            />
            <span className="text-[0.8125rem] tabular-nums">{texts.of(at + 1, samples.length)}</span>
            <IconButton
              size="sm"
              label={texts.next}
              icon={<ChevronRight aria-hidden />}
              aria-disabled={at === samples.length - 1}
              onClick={() => at < samples.length - 1 && setWanted(at + 1)}
            />
          </span>
        )
      }
    >
      <div
        aria-live="polite"
        className="grid gap-2 rounded-lg"
        {...(samples.length > 1 && {
          role: "group",
          tabIndex: 0,
          "aria-label": texts.byArrows(at + 1, samples.length),
          "aria-keyshortcuts": "ArrowLeft ArrowRight",
          onKeyDown,
        })}
      >
        {sample ? (
          <p className="[overflow-wrap:anywhere]">
            <bdi className="font-medium">{sample.name || sample.to}</bdi>
            {sample.name && <span className="ms-2 text-muted">{sample.to}</span>}
          </p>
        ) : (
          <p className="text-[0.8125rem] text-muted">{texts.examples}</p>
        )}
        {sample && sample.missing.length > 0 && (
          <p className="flex items-start gap-1.5 rounded-md bg-warning-soft px-2.5 py-1.5 text-[0.8125rem] text-warning-ink">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {`${texts.missing} ${sample.missing.map((each) => labels.get(each) ?? each).join(", ")}`}
            </span>
          </p>
        )}
        <div className="phone-frame">
          <div className="[&_.look]:rounded-none [&_.look]:min-h-72 [&_.look]:content-start [&_.look]:border-0">
            <MessagePreview
              key={template.id}
              category={template.category}
              components={sample ? readBy(components, sample.rendered, type) : components}
              look={LOOKS[type]}
              unsubscribe={unsubscribeWords(type, template)}
            />
          </div>
        </div>
      </div>
    </Section>
  );
}
