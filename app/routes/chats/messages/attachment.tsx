import { Download, Image, Play } from "lucide-react";
import { useState } from "react";
import { call } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { messageMedium } from "#workers/contract/endpoints/media.ts";
import { VoiceTranscript } from "./voice-transcript.tsx";
import type { MediaKind } from "#workers/contract/message-body.ts";

const Lightbox = lazily(
  () => import("./lightbox.tsx"),
  (module) => module.Lightbox,
);

const ICONS = { image: Image, video: Play, audio: Play, document: Download } as const;

/** The file of a message, shown on a press: its address works for minutes. */
export function Attachment({ messageId, kind, name }: { messageId: string; kind: MediaKind; name: string }) {
  const [medium, setMedium] = useState<ReplyOf<typeof messageMedium>>();
  const url = medium?.url;
  const [isLarge, setLarge] = useState(false);
  const { busy, failure, setFailure, send } = useSend();
  const open = () =>
    send(
      () => call(messageMedium, { params: { id: messageId } }),
      (found) => (found.url === null ? setFailure(found.reason) : setMedium(found)),
    );
  const Icon = ICONS[kind];
  const label = texts.attachment(name || texts.kinds[kind]);
  if (url) {
    if (kind === "image")
      return (
        <>
          <button type="button" aria-label={texts.picture.open(name)} onClick={() => setLarge(true)}>
            <img src={url} alt={name} className="max-h-80 max-w-full rounded-md" />
          </button>
          {isLarge && <Lightbox url={url} name={name} onClose={() => setLarge(false)} />}
        </>
      );
    if (kind === "video")
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- Nobody has written down what a customer filmed.
      return <video src={url} controls aria-label={name} className="max-h-80 max-w-full" />;
    if (kind === "audio")
      return (
        <span className="grid gap-1">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- What a customer said is written below, where it is. */}
          <audio src={url} controls aria-label={name} className="max-w-full" />
          {medium?.transcript && <VoiceTranscript messageId={messageId} first={medium.transcript} />}
        </span>
      );
    return (
      <a href={url} download={name} className="text-accent-ink underline">
        {texts.save(name || texts.kinds[kind])}
      </a>
    );
  }
  return (
    <span className="grid gap-1">
      <Button
        size="sm"
        busy={busy}
        icon={<Icon aria-hidden />}
        className="justify-self-start"
        onClick={() => void open()}
      >
        <span className="max-w-60 truncate">{label}</span>
      </Button>
      {failure && (
        <span role="alert" className="text-xs">
          {failure}
        </span>
      )}
    </span>
  );
}
