import { ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { chatsTexts } from "#texts/chats.ts";

const texts = chatsTexts.picture;
const [LEAST, MOST, STEP] = [1, 5, 0.5];

/** A picture as large as the window, and larger: by buttons, by + and -; 0 fits it in again. */
export function Lightbox({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const [zoom, setZoom] = useState(LEAST);
  const by = (step: number) => setZoom((now) => Math.min(MOST, Math.max(LEAST, now + step)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { "+": STEP, "=": STEP, "-": -STEP }[event.key];
    if (step !== undefined) by(step);
    else if (event.key === "0") setZoom(LEAST);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={name || texts.title}
      size="xl"
      footer={
        <div className="flex items-center gap-2" role="group" aria-label={texts.zoom}>
          <IconButton label={texts.smaller} icon={<ZoomOut aria-hidden />} onClick={() => by(-STEP)} />
          <span role="status" className="w-14 text-center tabular-nums">
            {texts.percent(Math.round(zoom * 100))}
          </span>
          <IconButton label={texts.larger} icon={<ZoomIn aria-hidden />} onClick={() => by(STEP)} />
        </div>
      }
    >
      {/* Keys that the buttons have too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="region"
        aria-label={texts.title}
        // Moved over by the arrow keys, once it is larger than its frame.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="h-[70dvh] overflow-auto"
      >
        <img
          src={url}
          alt={name}
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
          className="max-w-none object-contain"
        />
      </div>
    </Dialog>
  );
}
