import { useEffect, useRef, useState } from "react";
import { useUpload } from "#app/components/upload/use-upload.ts";
import { chatsTexts } from "#texts/chats.ts";
import type { DriveFile } from "#workers/contract/endpoints/drive.ts";
import { fileReason } from "./file-reason.ts";

const texts = chatsTexts.files;

/** Files of one answer. */
export const MOST_FILES = 10;

interface Refusal {
  id: string;
  name: string;
  reason: string;
}

export interface FileQueue {
  /** The one that is on its way, and how much of it is there. */
  name: string;
  share: number | undefined;
  /** Names of those that come after it. */
  waiting: readonly string[];
  refusals: readonly Refusal[];
  take: (files: readonly File[]) => void;
  cancel: () => void;
  dismiss: () => void;
}

/** Uploads files that were dropped or pasted, one by one; what the channel does not take is refused before. */
export function useFiles({
  channelType,
  refused,
  attached,
  onReady,
}: {
  channelType: number;
  /** Why none can go now; undefined where they can. */
  refused: string | undefined;
  /** How many there are already. */
  attached: number;
  onReady: (file: DriveFile) => void;
}): FileQueue {
  const { name, share, send, cancel } = useUpload("attachment", onReady);
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const last = useRef(Promise.resolve());
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const refuse = (file: string, reason: string) =>
    setRefusals((now) => [...now, { id: crypto.randomUUID(), name: file, reason }]);
  const sendNext = async (file: File) => {
    if (isGone.current) return;
    setWaiting((now) => now.filter((each) => each !== file));
    const reason = await send(file);
    if (reason) refuse(file.name, reason);
  };
  const take = (files: readonly File[]) => {
    setRefusals([]);
    if (refused !== undefined) return refuse("", refused);
    const room = MOST_FILES - attached - waiting.length - (share === undefined ? 0 : 1);
    const fitting = files.filter((file) => {
      const reason = fileReason(file, channelType);
      if (reason) refuse(file.name, reason);
      return reason === "";
    });
    if (fitting.length > room) refuse("", texts.tooMany(MOST_FILES));
    for (const file of fitting.slice(0, room)) {
      setWaiting((now) => [...now, file]);
      last.current = last.current.then(() => sendNext(file));
    }
  };
  return {
    name,
    share,
    waiting: waiting.map((file) => file.name),
    refusals,
    take,
    cancel,
    dismiss: () => setRefusals([]),
  };
}
