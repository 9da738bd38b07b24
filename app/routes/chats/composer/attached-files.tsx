import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { chatsTexts } from "#texts/chats.ts";
import { driveTexts } from "#texts/drive.ts";
import { uiTexts } from "#texts/ui.ts";
import type { FileQueue } from "./use-files.ts";

const texts = chatsTexts.files;

/** Files that go with the answer, those that are on their way, and why others do not go. */
export function AttachedFiles({
  files,
  queue: { name, share, waiting, refusals, cancel, dismiss },
  onRemove,
}: {
  files: readonly Picked[];
  queue: FileQueue;
  onRemove: (file: Picked) => void;
}) {
  return (
    <>
      {refusals.length > 0 && (
        <Banner
          kind="warning"
          live
          actions={
            <Button size="sm" onClick={dismiss}>
              {uiTexts.close}
            </Button>
          }
        >
          {refusals.map((each) => (
            <p key={each.id}>
              {each.name && <bdi className="font-medium">{each.name}: </bdi>}
              {each.reason}
            </p>
          ))}
        </Banner>
      )}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {files.map((file) => (
            <Chip
              key={file.id}
              name={file.name}
              removeLabel={chatsTexts.detach(file.name)}
              onRemove={() => onRemove(file)}
            />
          ))}
        </ul>
      )}
      {files.length > 1 && <p className="text-xs text-muted">{texts.oneByOne}</p>}
      {share !== undefined && (
        <div className="flex items-center gap-3">
          <Progress className="flex-1" label={driveTexts.sending(name)} value={share} />
          <Button size="sm" onClick={cancel}>
            {uiTexts.cancel}
          </Button>
        </div>
      )}
      {waiting.length > 0 && <p className="text-xs text-muted">{texts.waiting(waiting.join(", "))}</p>}
    </>
  );
}

/** Lies over the chat while files are held over it. */
export const DropZone = () => (
  <div
    aria-hidden
    className="pointer-events-none absolute inset-0 z-20 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-surface/90 p-4 text-center font-medium"
  >
    {texts.drop}
  </div>
);
