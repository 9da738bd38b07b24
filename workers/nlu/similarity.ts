import { extract } from "./features.ts";

export interface Group {
  /** The numbers of the texts in the list that was given, the group's own title first. */
  members: number[];
  title: string;
}

/** Least similarity of a text to a group's first one; chosen by eye on short messages of customers. */
const ALIKE = 0.17;

/**
 * Puts texts together that are about the same: each joins the group whose first text it is most like (cosine, rare
 * features weighing more), or begins its own with itself as the title. Deterministic; largest groups first.
 */
export function groupBySimilarity(texts: readonly string[]): Group[] {
  const bags = texts.map((text) => extract(text).hashes);
  const documents = new Map<number, number>();
  for (const hashes of bags) {
    for (const hash of hashes) documents.set(hash, (documents.get(hash) ?? 0) + 1);
  }
  const weightOf = (hash: number): number => Math.log(1 + texts.length / (documents.get(hash) ?? 1));
  const lengths = bags.map((hashes) => {
    let sum = 0;
    for (const hash of hashes) sum += weightOf(hash) ** 2;
    return Math.sqrt(sum) || 1;
  });

  const groups: Group[] = [];
  // Groups by the features of their first texts: only groups that share a feature can be similar.
  const leaders = new Map<number, number[]>();
  for (const [number, hashes] of bags.entries()) {
    const shared = new Map<number, number>();
    for (const hash of hashes) {
      for (const group of leaders.get(hash) ?? []) {
        shared.set(group, (shared.get(group) ?? 0) + weightOf(hash) ** 2);
      }
    }
    let best = -1;
    let most = ALIKE;
    for (const [group, sum] of shared) {
      const likeness = sum / (lengths[number]! * lengths[groups[group]!.members[0]!]!);
      if (likeness > most) [best, most] = [group, likeness];
    }
    if (best >= 0) groups[best]!.members.push(number);
    else {
      groups.push({ members: [number], title: texts[number]! });
      for (const hash of hashes) leaders.set(hash, [...(leaders.get(hash) ?? []), groups.length - 1]);
    }
  }
  return groups.toSorted((a, b) => b.members.length - a.members.length || a.members[0]! - b.members[0]!);
}
