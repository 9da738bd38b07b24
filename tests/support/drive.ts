import type { DriveFile, DriveUse } from "#workers/contract/endpoints/drive.ts";
import type { Harness } from "./harness.ts";
import { sendForm, type Person } from "./people.ts";

/** Sends a file to the drive, as a form would. */
export async function sendToDrive(
  harness: Pick<Harness, "fetch">,
  person: Pick<Person, "token">,
  { use, bytes, name }: { use: DriveUse; bytes: Uint8Array<ArrayBuffer>; name: string },
): Promise<DriveFile> {
  const form = new FormData();
  form.set("use", use);
  form.set("file", new Blob([bytes]), name);
  const response = await sendForm(harness, person, "/api/e/drive/upload", form);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: DriveFile }).data;
}
