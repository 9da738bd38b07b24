import { useEffect, useState } from "react";
import { download, messageOf } from "#app/data/api.ts";
import { getDriveFile } from "#workers/contract/endpoints/drive.ts";

/** The bytes of a sound: they need the token, so they are fetched and played from here. */
export function useSound(fileId: string | null): {
  blob: Blob | undefined;
  failure: string;
  again: () => void;
} {
  const [blob, setBlob] = useState<Blob>();
  const [failure, setFailure] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (fileId === null) return;
    let gone = false;
    download(getDriveFile, { params: { id: fileId } }).then(
      (found) => gone || setBlob(found),
      (error: unknown) => gone || setFailure(messageOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [fileId, round]);
  return {
    blob,
    failure,
    again: () => {
      setFailure("");
      setRound(round + 1);
    },
  };
}
