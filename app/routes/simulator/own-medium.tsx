import { Download, Image, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { download } from "#app/data/api.ts";
import { saveFile } from "#app/data/save-file.ts";
import { useSend } from "#app/kit/use-send.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { readSimulatedMedium } from "#workers/contract/endpoints/simulator.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { LocalMedium } from "#app/components/local-medium.tsx";

const PRESSES = {
  image: { label: texts.look, Icon: Image },
  video: { label: texts.look, Icon: Play },
  audio: { label: texts.listenTo, Icon: Play },
  document: { label: texts.save, Icon: Download },
} as const satisfies Record<MediaKind, unknown>;

export interface OwnMediumProps {
  channelId: string;
  kind: MediaKind;
  id: string;
  name: string;
}

/** A file that the person has sent, shown on a press: it is asked for with the token, and is there for a day. */
export function OwnMedium({ channelId, kind, id, name }: OwnMediumProps) {
  const [file, setFile] = useState<Blob>();
  const { busy, failure, send } = useSend();
  const { label, Icon } = PRESSES[kind];
  const open = () =>
    send(
      () => download(readSimulatedMedium, { params: { id: channelId, medium: id } }),
      (found) => (kind === "document" ? saveFile(found, name) : setFile(found)),
    );
  if (file) return <Shown {...{ file, kind, name }} />;
  return (
    <>
      <Button
        size="sm"
        tone="ghost"
        busy={busy}
        icon={<Icon aria-hidden />}
        className="justify-self-start text-(--bubble-link)!"
        onClick={() => void open()}
      >
        {label}
        <span className="sr-only"> {name}</span>
      </Button>
      {failure && (
        <p role="alert" className="text-xs">
          {failure}
        </p>
      )}
    </>
  );
}

function Shown({ file, kind, name }: { file: Blob; kind: MediaKind; name: string }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="max-w-full">
      {kind !== "document" && <LocalMedium {...{ file, kind }} label={name} autoPlay />}
    </div>
  );
}
