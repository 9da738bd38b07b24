import { useEffect, useRef, useState } from "react";
import { messageOf, upload } from "#app/data/api.ts";
import { type SaidBody, takeSimulatedMedium } from "#workers/contract/endpoints/simulator.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";

/** A message with a file. */
export interface MessageWith {
  kind: MediaKind;
  caption?: string;
  voice?: boolean;
}

export type Say = (body: SaidBody) => Promise<boolean>;

/** Sends a file of one's own: its bytes first, with progress, and then the message that names it. */
export function useMedium(channelId: string, say: Say) {
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState("");
  const running = useRef<AbortController>(undefined);
  const last = useRef<{ file: File; kind: MediaKind; id: string }>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** The id of a file that is there; one whose message was not taken need not be sent again. */
  const take = async (file: File, kind: MediaKind): Promise<string | undefined> => {
    if (last.current?.file === file && last.current.kind === kind) return last.current.id;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setShare(0);
    try {
      const { payload } = await upload(takeSimulatedMedium, {
        params: { id: channelId },
        body: { kind },
        files: [file],
        onProgress: setShare,
        signal,
      });
      last.current = { file, kind, id: payload.id };
      return payload.id;
    } catch (error) {
      if (!signal.aborted) setFailure(messageOf(error));
      return undefined;
    } finally {
      setShare(undefined);
    }
  };

  return {
    /** 0 to 1 while bytes are on their way. */
    share,
    failure,
    cancel: () => running.current?.abort(),
    async send(file: File, rest: MessageWith): Promise<boolean> {
      setFailure("");
      const id = await take(file, rest.kind);
      return id !== undefined && say({ ...rest, medium: { id } });
    },
  };
}
