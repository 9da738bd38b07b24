import { useEffect, useRef, useState } from "react";
import { messageOf } from "#app/data/api.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { isPassing, type UploadProgress, sendParts } from "./send-parts.ts";

export interface Sending {
  /** 0 to 1 during the upload. */
  share: number | undefined;
  /** Seconds until the next retry while the connection is lost. */
  waiting: number | undefined;
  failure: string;
  /** True when a part of the file is uploaded and the rest can be sent. */
  canGoOn: boolean;
  send: (file: File) => Promise<void>;
  cancel: () => void;
}

/** Uploads a file and has it inspected; the uploaded parts are kept when the connection is lost for longer. */
export function useSending<Inspected>(
  inspect: (path: string, signal: AbortSignal) => Promise<Inspected>,
  onInspected: (file: File, inspected: Inspected) => void,
): Sending {
  const [share, setShare] = useState<number>();
  const [waiting, setWaiting] = useState<number>();
  const [failure, setFailure] = useState("");
  const [kept, setKept] = useState<{ file: File; sent: UploadProgress }>();
  const aborting = useRef<AbortController>(undefined);
  useEffect(() => () => aborting.current?.abort(), []);

  const send = async (file: File) => {
    const abort = new AbortController();
    aborting.current = abort;
    setFailure("");
    setShare(0);
    try {
      const { path } = await sendParts(file, kept?.file === file ? kept.sent : undefined, {
        signal: abort.signal,
        onProgress: setShare,
        onWaiting: setWaiting,
        onSent: (sent) => setKept({ file, sent }),
      });
      setShare(1);
      onInspected(file, await inspect(path, abort.signal));
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!isPassing(error)) setKept(undefined);
      setFailure(isPassing(error) ? texts.sendFailed : messageOf(error));
    } finally {
      setShare(undefined);
      setWaiting(undefined);
    }
  };
  return {
    share,
    waiting,
    failure,
    canGoOn: kept !== undefined && failure !== "",
    send,
    cancel: () => {
      aborting.current?.abort();
      setKept(undefined);
      setFailure("");
    },
  };
}
