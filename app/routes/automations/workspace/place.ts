import { AUTOMATION } from "#workers/contract/endpoints/automations.ts";

/** Where one is in the workspace: in a folder, among the archived, or, with neither, in all. */
export interface Place {
  folder: string;
  archived: boolean;
}

export function placeIn(search: URLSearchParams): Place {
  const archived = search.get("archived") === "true";
  return {
    archived,
    folder: archived ? "" : (search.get("folder") ?? "").trim().slice(0, AUTOMATION.folder),
  };
}

/** The changes of the address that lead to a place. */
export const toPlace = ({ folder = "", archived = false }: Partial<Place>): Record<string, string> => ({
  folder,
  archived: archived ? "true" : "",
  from: "",
});
