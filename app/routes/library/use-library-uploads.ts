import { useEffect, useRef, useState } from "react";
import { ApiError, messageOf, request, upload } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { problemOf } from "#app/components/upload/file-rules.ts";
import { driveTexts } from "#texts/drive.ts";
import { type DriveFile, groupOf, uploadToDrive } from "#workers/contract/endpoints/drive.ts";
import { createArtifact, listArtifacts, listBuckets } from "#workers/contract/endpoints/library.ts";
import { artifactTypes, kindOfGroup } from "#workers/contract/library.ts";

/** Where entries go. */
export interface Place {
  isPublic: boolean;
  bucketId: string;
}

export interface UploadRow {
  id: number;
  file: File;
  place: Place;
  state: "waits" | "uploading" | "complete" | "failed";
  /** 0 to 1. */
  share: number;
  failure: string;
  /** Refused before it was sent: no other try can help. */
  final?: true;
  /** Its bytes are there already; only its entry is not. */
  stored?: DriveFile;
}

export interface LibraryUploads {
  rows: readonly UploadRow[];
  add: (files: readonly File[]) => void;
  again: (id: number) => void;
  clear: () => void;
}

/** Sends files one after the other, each to the place that was shown when it was dropped. */
export function useLibraryUploads(place: Place): LibraryUploads {
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const queue = useRef<UploadRow[]>([]);
  const running = useRef<AbortController>(undefined);
  const last = useRef(0);
  useEffect(
    () => () => {
      queue.current = [];
      running.current?.abort();
    },
    [],
  );

  const change = (id: number, more: Partial<UploadRow>) =>
    setRows((now) => now.map((row) => (row.id === id ? { ...row, ...more } : row)));

  const send = async (row: UploadRow, signal: AbortSignal) => {
    change(row.id, { state: "uploading", share: 0, failure: "" });
    let { stored } = row;
    try {
      stored ??= (
        await upload(uploadToDrive, {
          body: { use: "attachment" },
          files: [row.file],
          onProgress: (share) => change(row.id, { share }),
          signal,
        })
      ).payload;
      const group = groupOf(stored.mediaType) ?? "document";
      await request(createArtifact, {
        body: { type: artifactTypes[kindOfGroup(group)], data: { fileId: stored.id }, ...row.place },
      });
      change(row.id, { state: "complete", share: 1 });
      await Promise.all([invalidate(listArtifacts), invalidate(listBuckets)]);
    } catch (error) {
      if (!signal.aborted)
        change(row.id, { state: "failed", failure: reasonOf(error), ...(stored && { stored }) });
    }
  };
  const work = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      await send(next, controller.signal);
    }
    running.current = undefined;
  };

  return {
    rows,
    add: (files) => {
      const added = files.map((file): UploadRow => {
        const failure = problemOf(file, "attachment");
        const id = ++last.current;
        const row = { id, file, place, share: 0, failure };
        return failure ? { ...row, state: "failed", final: true } : { ...row, state: "waits" };
      });
      setRows((now) => [...now.filter(({ state }) => state !== "complete"), ...added]);
      queue.current.push(...added.filter(({ state }) => state === "waits"));
      void work();
    },
    again: (id) => {
      const row = rows.find((each) => each.id === id);
      if (!row) return;
      change(id, { state: "waits", failure: "" });
      queue.current.push(row);
      void work();
    },
    clear: () => setRows((now) => now.filter(({ state }) => state === "waits" || state === "uploading")),
  };
}

/** A refusal in its own words; any other failure in the specification's. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? messageOf(error)
    : driveTexts.failed;
