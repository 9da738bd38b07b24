import { libraryTexts as texts } from "#texts/library.ts";
import type { Bucket } from "#workers/contract/endpoints/library.ts";

/** Buckets as choices, each below the one that it is in, without those that are moved and what they hold. */
export function bucketOptions(
  buckets: readonly Pick<Bucket, "id" | "name" | "parentId">[],
  without: readonly string[] = [],
): { value: string; label: string }[] {
  const below = (parentId: string, depth: number): { value: string; label: string }[] =>
    buckets
      .filter((each) => each.parentId === parentId && !without.includes(each.id))
      .flatMap(({ id, name }) => [
        { value: id, label: `${"\u2003".repeat(depth)}${name}` },
        ...below(id, depth + 1),
      ]);
  return [{ value: "", label: texts.noBucket }, ...below("", 0)];
}
