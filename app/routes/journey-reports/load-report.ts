import { load } from "#app/data/query.ts";
import { journeyReport } from "#workers/contract/endpoints/journey-report.ts";

/** The report that an address asks for; a day or a version that is none is left out. */
export function loadReport(url: string, { byVersion = false } = {}) {
  const { searchParams } = new URL(url);
  const read = (name: string) => searchParams.get(name) ?? "";
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(read(name)) ? { [name]: read(name) } : {});
  const version = byVersion && /^[1-9]\d{0,8}$/.test(read("version")) ? Number(read("version")) : undefined;
  return load(journeyReport, {
    query: {
      id: read("id"),
      instanceId: read("launch"),
      ...day("from"),
      ...day("to"),
      ...(version !== undefined && { version }),
    },
  });
}
