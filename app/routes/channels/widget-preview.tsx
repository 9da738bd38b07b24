import { useEffect, useRef } from "react";
import { mountWidget } from "#app/widget/mount.tsx";
import { type Acts, viewOf } from "#app/widget/view.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import { widgetTexts } from "#texts/widget.ts";
import { widgetConfigOf } from "#workers/contract/widget.ts";

const nothing = () => {};
/** A preview is looked at and not used. */
const idle: Acts = {
  toggle: nothing,
  say: nothing,
  press: nothing,
  attach: nothing,
  cancelUpload: nothing,
  again: nothing,
  introduce: nothing,
  askRating: nothing,
  rate: nothing,
  file: () => Promise.reject(new Error("a preview has no files")),
};
const AT = "2026-01-01T09:30:00.000Z";

/** The widget itself, drawn from the form's values as they are typed. */
export function WidgetPreview({ settings }: { settings: Readonly<Record<string, string>> }) {
  const place = useRef<HTMLDivElement>(null);
  const draw = useRef<ReturnType<typeof mountWidget>>(undefined);
  useEffect(() => {
    if (!place.current) return;
    draw.current ??= mountWidget(place.current);
    const config = widgetConfigOf(settings, Date.now());
    const words = widgetTexts[config.language].preview;
    const view = viewOf(config, config.language);
    draw.current(
      {
        ...view,
        phase: "ready",
        open: true,
        asks: Object.values(config.form).some((asking) => asking !== "no"),
        messages: [
          { id: "1", way: "in", body: { kind: "text", text: words.asks }, at: AT },
          { id: "2", way: "out", body: { kind: "text", text: words.answers }, at: AT },
        ],
      },
      idle,
    );
  }, [settings]);
  return (
    <figure className="grid content-start gap-2 self-start lg:sticky lg:top-0">
      <figcaption className="text-[0.8125rem] text-muted">{texts.previewText}</figcaption>
      <div className="relative h-[30rem] overflow-hidden rounded-lg border border-line bg-sunken">
        {/* Of no use to the keyboard or a screen reader: what it shows stands in the fields. */}
        <div ref={place} data-preview="" inert aria-hidden />
      </div>
    </figure>
  );
}
