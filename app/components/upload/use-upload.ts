import { useEffect, useRef, useState } from "react";
import { ApiError, upload } from "#app/data/api.ts";
import { driveTexts } from "#texts/drive.ts";
import { uploadToDrive, type DriveFile, type DriveUse } from "#workers/contract/endpoints/drive.ts";

export interface Uploading {
  /** 0 to 1 while a file is on its way. */
  share: number | undefined;
  name: string;
  failure: string;
  /** Uploads the last file again. */
  again: (() => void) | undefined;
  /** Resolves to why it failed; empty when the file is there. */
  send: (file: File) => Promise<string>;
  cancel: () => void;
  refuse: (failure: string) => void;
}

/** Uploads files to the drive one after the other, with progress; the remaining ones are cancelled on unmount. */
export function useUpload(use: DriveUse, onUploaded: (file: DriveFile) => void | Promise<void>): Uploading {
  const [share, setShare] = useState<number>();
  const [last, setLast] = useState<File>();
  const [failure, setFailure] = useState("");
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setLast(file);
    setFailure("");
    setShare(0);
    try {
      const { signal } = controller;
      const { payload } = await upload(uploadToDrive, {
        body: { use },
        files: [file],
        onProgress: setShare,
        signal,
      });
      setLast(undefined);
      await onUploaded(payload);
      return "";
    } catch (error) {
      const reason = controller.signal.aborted ? driveTexts.cancelled : reasonOf(error);
      setFailure(reason);
      return reason;
    } finally {
      setShare(undefined);
    }
  };

  return {
    share,
    name: last?.name ?? "",
    failure,
    again: last && failure && share === undefined ? () => void send(last) : undefined,
    send,
    cancel: () => running.current?.abort(),
    refuse: (reason) => {
      setLast(undefined);
      setFailure(reason);
    },
  };
}

/** A refusal in the rule's own words; any other failure in the specification's. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : driveTexts.failed;
