import { pageLocale } from "#app/lib/language/language.ts";
import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { Button } from "#app/components/ui/button.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { messageMedium } from "#workers/contract/endpoints/media.ts";
import { retryVoiceTranscript } from "#workers/contract/endpoints/speech.ts";

type Transcript = NonNullable<ReplyOf<typeof messageMedium>["transcript"]>;

/** A voice message's transcript, or how far it is; news of its chat have it asked for again. */
export function VoiceTranscript({ messageId, first }: { messageId: string; first: Transcript }) {
  const [{ state, reason, text, language }, setTranscript] = useState(first);
  const { busy, failure, send } = useSend();
  const ask = async () => {
    const { transcript } = await call(messageMedium, { params: { id: messageId } });
    if (transcript) setTranscript(transcript);
  };
  const refresh = () => void (state !== "done" && ask().catch(() => undefined));
  useEvent(
    "chatsChanged",
    ({ chats }) => chats.some(({ messages }) => messages.some(({ id }) => id === messageId)) && refresh(),
    refresh,
  );
  if (state === "waiting")
    return (
      <span role="status" className="text-xs text-muted">
        {texts.voiceWaiting}
      </span>
    );
  if (state === "failed")
    return (
      <span className="flex flex-wrap items-center gap-2 text-xs">
        <span>
          {texts.voiceFailed} {reason}
        </span>
        <Button
          size="sm"
          busy={busy}
          onClick={() => void send(() => call(retryVoiceTranscript, { params: { id: messageId } }), ask)}
        >
          {texts.retry}
        </Button>
        {failure && <span role="alert">{failure}</span>}
      </span>
    );
  return (
    <span className="grid gap-0.5">
      <span className="text-xs text-muted">
        {texts.transcript}
        {language &&
          ` (${new Intl.DisplayNames(pageLocale(), { type: "language" }).of(language) ?? language})`}
      </span>
      <bdi className="[overflow-wrap:anywhere]">{text || texts.nothingSaid}</bdi>
    </span>
  );
}
