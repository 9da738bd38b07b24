import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { MediaPicker } from "#app/features/library/media-picker.tsx";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { useFrame } from "./plain-fields.tsx";

const MARKS = { image: "IMAGE", video: "VIDEO", audio: "AUDIO", document: "DOC" } as const;

/** A file of the library. Its name is known from the moment of choosing on; the graph keeps the id. */
export function FileField({ mark, ...props }: { path: string; label: string; mark: MediaKind }) {
  const { frame, value, put, readOnly } = useFrame(props);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const isChosen = typeof value === "string" && value !== "";
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">{props.label}</p>
      {isChosen && (
        <ul>
          <Chip
            name={name || texts.fileChosen}
            removeLabel={texts.remove(name || texts.file)}
            onRemove={readOnly ? undefined : () => put(undefined)}
          />
        </ul>
      )}
      {!readOnly && (
        <div>
          <Button id={frame.id} size="sm" icon={<FilePlus2 aria-hidden />} onClick={() => setOpen(true)}>
            {texts.pickFile}
          </Button>
        </div>
      )}
      {frame.error && <p className="text-[0.8125rem] font-medium text-danger-ink">{frame.error}</p>}
      {open && (
        <MediaPicker
          mark={MARKS[mark]}
          channelType={channelTypes.whatsApp}
          onClose={() => setOpen(false)}
          onPick={(file) => {
            put(file.id);
            setName(file.name);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
