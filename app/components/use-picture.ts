import { useEffect, useState } from "react";
import { download, token } from "#app/data/api.ts";
import { getDriveFile } from "#workers/contract/endpoints/drive.ts";

/** Pictures fetched since the page was loaded, by the id of the file; a file never changes. */
const fetched = new Map<string, Promise<string | undefined>>();

/**
 * An address that an `<img>` can show for a file of the drive. A file needs the token, which no address may carry, so
 * it is fetched and shown as an object URL. Undefined until then, and if it cannot be fetched.
 */
export function usePicture(fileId: string | null | undefined): string | undefined {
  const [shown, setShown] = useState<{ id: string; url: string | undefined }>();
  useEffect(() => {
    if (!fileId) return;
    let gone = false;
    void fetchPicture(fileId).then((url) => {
      if (!gone) setShown({ id: fileId, url });
    });
    return () => {
      gone = true;
    };
  }, [fileId]);
  return fileId && shown?.id === fileId ? shown.url : undefined;
}

/** The id in the API's address of a picture: `/e/drive/files/{id}`. */
export const pictureIdOf = (path: string | null | undefined): string | undefined =>
  path ? decodeURIComponent(path.split("/").at(-1) ?? "") : undefined;

function fetchPicture(id: string): Promise<string | undefined> {
  const known = fetched.get(id);
  if (known) return known;
  if (!token.get()) return Promise.resolve(undefined);
  const asked = download(getDriveFile, { params: { id } })
    .then((blob) => URL.createObjectURL(blob))
    .catch(() => {
      // The next screen tries again after any failure; until then initials are shown.
      fetched.delete(id);
      return undefined;
    });
  fetched.set(id, asked);
  return asked;
}
