import { useQueryOf } from "#app/data/query.ts";
import { type AudienceFile, ROW_GROUP } from "#workers/contract/broadcast.ts";
import { checkDataFile } from "#workers/contract/endpoints/data-files.ts";

/** How a file of recipients reads, and the values of its first row by the names of its columns. */
export function useDataFile(file: AudienceFile | null) {
  const { answer, failure } = useQueryOf(
    checkDataFile,
    { body: { path: file?.path ?? "" } },
    { enabled: file !== null },
  );
  const read = file && answer?.path === file.path ? answer : undefined;
  const headers = (read?.headers ?? []).filter((each) => each !== "");
  return {
    read,
    headers,
    failure: file && !read ? failure : undefined,
    firstRow: Object.fromEntries(
      (read?.headers ?? []).map((header, at) => [`${ROW_GROUP}${header}`, read?.rows[0]?.[at] ?? ""]),
    ),
  };
}
