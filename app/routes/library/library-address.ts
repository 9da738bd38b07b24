import { artifactKinds, type ArtifactKind, artifactTypes } from "#workers/contract/library.ts";

export type Visibility = "public" | "private";
export type View = "grid" | "list";
export type KindChoice = ArtifactKind | "";

/** The state of the library in its address. */
export function libraryStateIn(search: URLSearchParams) {
  const kind = artifactKinds.find((each) => each === search.get("kind")) ?? ("" as const);
  return {
    visibility: (search.get("whose") === "private" ? "private" : "public") as Visibility,
    bucketId: search.get("bucket") ?? "",
    kind: kind as KindChoice,
    type: kind === "" ? undefined : artifactTypes[kind],
    view: (search.get("view") === "list" ? "list" : "grid") as View,
  };
}
