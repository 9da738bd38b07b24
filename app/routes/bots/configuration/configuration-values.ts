import { problemsOf } from "#app/data/problems.ts";
import { botsTexts } from "#texts/bots.ts";
import { configurationTexts as texts } from "#texts/configuration.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Agent, configFields } from "#workers/contract/endpoints/bots.ts";

/** The fields of a bot's settings as they are typed. */
export const valuesOf = ({ config }: Agent) => ({
  entityExtractRetries: String(config.entityExtractRetries),
  outOfScopeMessage: config.outOfScopeMessage,
  modelType: config.modelType,
  confidenceThreshold: String(config.confidenceThreshold),
  language: config.language,
  didYouMean: config.didYouMean,
  integrationId: config.integrationId ?? "",
  openaiKey: "",
  removeKey: false,
});
export type Values = ReturnType<typeof valuesOf>;

export const bodyOf = ({ openaiKey, removeKey, integrationId, ...values }: Values) => ({
  ...values,
  entityExtractRetries: numberOf(values.entityExtractRetries),
  confidenceThreshold: numberOf(values.confidenceThreshold),
  integrationId: integrationId || null,
  ...(removeKey ? { openaiKey: "" } : openaiKey.trim() !== "" && { openaiKey: openaiKey.trim() }),
});
/** Number() would read an empty field as zero. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

export function problemsIn(values: Values): Partial<Record<keyof Values, string>> {
  const problems = problemsOf(configFields, bodyOf(values));
  return {
    ...problems,
    ...(values.entityExtractRetries.trim() === "" && { entityExtractRetries: botsTexts.retriesTooFew }),
    ...(values.confidenceThreshold.trim() === "" && { confidenceThreshold: texts.thresholdEmpty }),
    ...(values.outOfScopeMessage.trim() === "" && { outOfScopeMessage: texts.outOfScopeEmpty }),
  };
}

export const LABELS = {
  entityExtractRetries: texts.retries,
  outOfScopeMessage: texts.outOfScope,
  modelType: texts.modelType,
  confidenceThreshold: texts.threshold,
  didYouMean: texts.didYouMean,
  language: texts.language,
  openaiKey: texts.openaiKey,
  integrationId: texts.integration,
};
export const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[];
/** The tab keeps no keys. */
export const SECRET = ["openaiKey", "removeKey"] as const;
export const idOf = (name: string) => `configuration-${name}`;

/** Lists the settings in which the version that somebody else has saved differs from the draft, with its values. */
export function differencesOf(
  theirs: Agent,
  mine: Values,
  configs: readonly { id: string; name: string }[],
): string[] {
  const other = valuesOf(theirs);
  const shown = {
    ...other,
    modelType: texts.modelTypes[other.modelType],
    didYouMean: other.didYouMean ? uiTexts.yes : uiTexts.no,
    language: texts.languages[other.language],
    integrationId: configs.find(({ id }) => id === other.integrationId)?.name ?? texts.noIntegration,
  };
  return NAMES.filter((name) => name !== "openaiKey" && other[name] !== mine[name]).map(
    (name) => `${LABELS[name]}: ${shown[name]}`,
  );
}
