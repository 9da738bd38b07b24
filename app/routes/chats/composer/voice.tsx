import { useRef, useState } from "react";
import { useUpload } from "#app/components/upload/use-upload.ts";
import { VoiceRecorder } from "#app/features/voice-recorder/recorder.tsx";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { beginOutgoing, dropOutgoing } from "./outgoing.ts";
import { useChatAction } from "../use-chat-action.ts";

/** Records an answer in the composer's place. */
export function Voice({
  chat,
  types,
  onClose,
}: {
  chat: ChatEntry;
  types: readonly string[];
  onClose: () => void;
}) {
  // A colleague's answer from here on stops it once; whoever sends it then has heard so.
  const [began] = useState(chat.seq);
  const [isStopped, setIsStopped] = useState(false);
  const seenSeq = isStopped ? chat.seq : began;
  const { busy, failure, act } = useChatAction(chat.chatId, {
    refused: (error) => {
      if (error.errors["seenSeq"] !== undefined) setIsStopped(true);
    },
  });
  // A file that was uploaded is not sent again where only the answer was refused.
  const sent = useRef<{ file: File; fileId: string }>(undefined);
  const fileId = useRef("");
  const upload = useUpload("attachment", ({ id }) => void (fileId.current = id));
  const send = async (file: File) => {
    if (sent.current?.file !== file) {
      if (await upload.send(file)) return false;
      sent.current = { file, fileId: fileId.current };
    }
    return act({ action: "agentReplyChat", text: "", fileId: sent.current.fileId, seenSeq });
  };
  /** It stands in the history while it is on its way; where it was refused, the recorder has it and says why. */
  const show = async (file: File) => {
    const { chatId, seq: since } = chat;
    const { name, type: mediaType, size: bytes } = file;
    const shown = { id: crypto.randomUUID(), name, mediaType, bytes };
    beginOutgoing({
      ...{ id: shown.id, kind: "voice", chatId, since, text: "", file: shown },
      ...{ at: Date.now(), reason: "", isReturned: false },
    });
    const done = await send(file);
    // The message itself is drawn first.
    setTimeout(() => dropOutgoing(({ id }) => id === shown.id));
    return done;
  };
  return (
    <VoiceRecorder
      types={types}
      share={upload.share}
      failure={upload.failure || failure}
      sending={busy}
      onSend={show}
      onClose={onClose}
    />
  );
}
