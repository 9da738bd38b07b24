import type { Json } from "#workers/contract/wa-flows/flow-json.ts";
import { answeredFile, type FlowFile, filesIn, keptFile } from "#workers/contract/wa-flows/files.ts";
import { flowFileLimits } from "#workers/contract/wa-flows/versions.ts";
import type { Effects } from "./effects.ts";

type NewMedium = Pick<Effects["media"][number], "id" | "kind" | "medium" | "part">;

/**
 * The answer of a flow with its files as ours: those that lie with the vendor are to be fetched, as many as an answer takes;
 * those that came to our endpoint before are claimed by their ids, and whose they are is for the database to see.
 */
export function filesOfAnswer(
  answered: Json,
  { newId, fileUrl }: { newId: () => string; fileUrl: (id: string) => string },
): { values: Json; media: NewMedium[]; claimed: string[] } {
  const media: NewMedium[] = [];
  const claimed: string[] = [];
  const replaced = new Map<string, FlowFile>();
  for (const { name, at, file } of filesIn(answered, answeredFile).slice(0, flowFileLimits.anAnswer)) {
    const [id, part] = [newId(), `${name}/${at}`];
    const { id: vendorId, mime_type: mime, file_name: fileName } = file;
    // A picture may be larger here than one of a message: it is a document like the others.
    media.push({ id, kind: "document", medium: { vendorId, mime, name: fileName }, part });
    replaced.set(part, { file: id, name: fileName, type: mime, url: fileUrl(id) });
  }
  for (const { name, at, file } of filesIn(answered, keptFile).slice(0, flowFileLimits.aCall)) {
    claimed.push(file.file);
    replaced.set(`${name}/${at}`, { ...file, url: fileUrl(file.file) });
  }
  const values = Object.entries(answered).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((each: unknown, at) => replaced.get(`${name}/${at}`) ?? each) : value,
  ]);
  return { values: Object.fromEntries(values) as Json, media, claimed };
}
