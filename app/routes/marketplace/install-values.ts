import { LEFT } from "#app/features/automation-import/import-values.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type {
  CheckedPackage,
  ChosenPackagePart,
  PackagePart,
} from "#workers/contract/endpoints/marketplace.ts";

/** Fields of the form, by names that refusals have too. */
export type InstallValues = Record<string, string>;
export const NEW = "new";
export const EXISTING = "existing";
export const SKIP = "skip";

export const partField = (at: number, part: "into" | "name") => `parts.${at}.${part}`;
export const referenceField = (at: number) => `references.${at}.to`;

/** Whether a part is here, and this version has nothing new for it. */
export const staysAsItIs = ({ existing }: PackagePart): boolean => existing !== null && !existing.newer;

/** Whether another version is here by now, for which this one has something new. */
export const isUpdate = ({ used, version, parts }: CheckedPackage): boolean =>
  used !== null && used < version && !parts.every(staysAsItIs);

/**
 * The proposed choices: a part that nobody has altered is replaced, and an altered one is left alone beside a new one.
 * An update leaves alone the parts for which it has nothing new.
 */
export function proposedFor(checked: CheckedPackage): InstallValues {
  const { parts, references, channels } = checked;
  const intoOf = (part: PackagePart): string => {
    if (isUpdate(checked) && staysAsItIs(part)) return SKIP;
    return part.existing && !part.existing.altered && !part.existing.fixed ? EXISTING : NEW;
  };
  return Object.fromEntries([
    ...parts.flatMap((part, at) => [
      [partField(at, "into"), intoOf(part)],
      [partField(at, "name"), part.freeName],
    ]),
    ...references.map(({ proposed }, at) => [referenceField(at), proposed ?? LEFT]),
    ["channelId", channels?.[0]?.id ?? ""],
  ]) as InstallValues;
}

export const canSkip = ({ parts }: CheckedPackage): boolean => parts.length > 1;
const isNew = (values: InstallValues, at: number): boolean => values[partField(at, "into")] === NEW;

/** Problems of missing values, by field. */
export function missingIn(checked: CheckedPackage, values: InstallValues): InstallValues {
  const missing: InstallValues = {};
  for (const at of checked.parts.keys()) {
    const name = partField(at, "name");
    if (isNew(values, at) && values[name]?.trim() === "") missing[name] = texts.nameMissing;
  }
  const makesNew = checked.parts.some((_, at) => isNew(values, at));
  if (checked.channels && makesNew && values["channelId"] === "") missing["channelId"] = texts.chooseChannel;
  return missing;
}

/** The choices as they are sent. */
export function sentOf(checked: CheckedPackage, values: InstallValues) {
  const partOf = ({ of, id, existing }: PackagePart, at: number): ChosenPackagePart => {
    const [into, name] = [values[partField(at, "into")], values[partField(at, "name")] ?? ""];
    if (into === EXISTING && existing) {
      return { of, id, into, name: "", existing: { id: existing.id, mark: existing.mark } };
    }
    return { of, id, into: into === SKIP ? SKIP : NEW, name };
  };
  const channelId = values["channelId"] ?? "";
  return {
    version: checked.version,
    parts: checked.parts.map(partOf),
    references: checked.references.flatMap(({ kind, id, state }, at) =>
      state === "inFile" ? [] : [{ kind, id, to: values[referenceField(at)] || null }],
    ),
    ...(channelId !== "" && { channelId }),
  };
}

/** A file's refusals name automations and forms each from the first; a form has all parts in one list. */
export function refusalsOf(
  { parts }: CheckedPackage,
  errors: Record<string, string>,
): Record<string, string> {
  const isForm = ({ of }: PackagePart) => of === "form";
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const [, list, at, rest] = /^(automations|forms)\.(\d+)\.(\w+)$/.exec(field) ?? [];
      if (list === undefined) return [field, message];
      const those = parts.filter((each) => isForm(each) === (list === "forms"));
      const place = parts.indexOf(those[Number(at)] as PackagePart);
      return [partField(place, rest === "name" ? "name" : "into"), message];
    }),
  );
}
