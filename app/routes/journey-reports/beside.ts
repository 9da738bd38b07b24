import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Asked } from "./csv-button.tsx";

const DAY_MS = 86_400_000;

/** The days before; another choice is a version or a launch. */
export const BEFORE = "before";

const VERSION = /^version (\d{1,9})$/;
export const versionChoice = (number: number): string => `version ${number}`;
const versionOf = (choice: string): number | undefined => {
  const [, number] = VERSION.exec(choice) ?? [];
  return number === undefined ? undefined : Number(number);
};

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The query beside a report: another version, another launch in the same days, or as many days before. */
export function besides(asked: Asked, other: string): Asked {
  const version = versionOf(other);
  if (version !== undefined) return { ...asked, version };
  if (other !== BEFORE) return { ...asked, instanceId: other };
  const [from, to] = [Date.parse(asked.from), Date.parse(asked.to)];
  return { ...asked, from: dayAt(from - (to - from) - DAY_MS), to: dayAt(from - DAY_MS) };
}

export interface Choice {
  value: string;
  label: string;
}

/** The choices that a report may be compared with: never itself. */
export const choicesBeside = (
  { instanceId, version }: Pick<Asked, "instanceId" | "version">,
  launches: readonly Choice[],
  versions: readonly number[],
): Choice[] => [
  { value: "", label: texts.compareNothing },
  { value: BEFORE, label: texts.compareBefore },
  ...versions
    .filter((number) => number !== version)
    .map((number) => ({ value: versionChoice(number), label: texts.versionNamed(number) })),
  ...launches.filter(({ value }) => value !== instanceId),
];

/** The names of the two columns of a choice. */
export function namesBeside(
  { instanceId, version }: Pick<Asked, "instanceId" | "version">,
  other: Choice,
  launches: readonly Choice[],
): readonly [string, string] {
  if (other.value === BEFORE) return [texts.theseDays, texts.compareBefore];
  if (versionOf(other.value) !== undefined)
    return [version === undefined ? texts.everyVersion : texts.versionNamed(version), other.label];
  return [launches.find(({ value }) => value === instanceId)?.label ?? texts.everyLaunch, other.label];
}
