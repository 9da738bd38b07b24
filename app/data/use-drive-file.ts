import { useEffect, useState } from "react";
import { download, messageOf } from "#app/data/api.ts";
import { getDriveFile } from "#workers/contract/endpoints/drive.ts";

export interface DriveFile {
  blob: Blob | undefined;
  failure: string;
  again: () => void;
}

/**
 * The bytes of a file that is shown or played from here: an address would need the token. Not in the cache of answers, which
 * would keep every sound and film of the tab. Null asks for nothing.
 */
export function useDriveFile(fileId: string | null): DriveFile {
  const [found, setFound] = useState<{ of: string; round: number; blob?: Blob; failure?: string }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (fileId === null) return;
    let gone = false;
    download(getDriveFile, { params: { id: fileId } }).then(
      (blob) => gone || setFound({ of: fileId, round, blob }),
      (error: unknown) => gone || setFound({ of: fileId, round, failure: messageOf(error) }),
    );
    return () => {
      gone = true;
    };
  }, [fileId, round]);
  const current = found?.of === fileId && found.round === round ? found : undefined;
  return {
    blob: current?.blob,
    failure: current?.failure ?? "",
    again: () => setRound(round + 1),
  };
}
