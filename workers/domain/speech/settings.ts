import { eq, sql } from "drizzle-orm";
import { speechSettings } from "#db/tenant/speech.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import type { z } from "zod";
import type { SpeechSettings, speechSettingsFields } from "#workers/contract/endpoints/speech.ts";
import { openAiOffer, type SpeechOffer, workersAiOffer } from "#workers/contract/speech.ts";
import { OPENAI } from "#workers/providers/openai/openai.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import { allowsPrivate, API_KEY, type ProviderEnv } from "../integrations/provider-of.ts";
import { refuseBadAddress } from "../integrations/save.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { keyRing } from "../secrets/key-ring.ts";
import type { Owner } from "../secrets/seal.ts";
import { keepSecret, sealSecret } from "../secrets/secret.ts";

/** Owner of the key: an enterprise has one provider of speech. */
export const speechKey: Owner = { kind: "speech", id: "settings", field: API_KEY };

export type SettingsRow = typeof speechSettings.$inferSelect;
type Fields = z.output<typeof speechSettingsFields>;

const NOTHING: SpeechOffer = { languages: [], voices: [], hasSpeed: false };

const ofEnterprise = ({ enterpriseId }: Pick<Ctx, "enterpriseId">) =>
  eq(speechSettings.enterpriseId, enterpriseId);

export async function settingsRow(ctx: Pick<Ctx, "db" | "enterpriseId">): Promise<SettingsRow | undefined> {
  const [row] = await ctx.db.select().from(speechSettings).where(ofEnterprise(ctx)).limit(1);
  return row;
}

/** The languages and voices of the chosen provider. */
export function offerOf(row: Pick<SettingsRow, "provider" | "voices"> | undefined): SpeechOffer {
  switch (row?.provider) {
    case "workersAi":
      return workersAiOffer;
    case "openAi":
      return openAiOffer(row.voices);
    default:
      return NOTHING;
  }
}

/** Whether the provider can be asked. */
export const isReady = (row: SettingsRow | undefined, env: Pick<ProviderEnv, "AI">): boolean =>
  row?.provider === "workersAi" ? env.AI !== undefined : row?.provider === "openAi" && row.hasKey;

function onWire(row: SettingsRow | undefined, env: ProviderEnv): SpeechSettings {
  const { languages, voices, hasSpeed } = offerOf(row);
  return {
    provider: row?.provider ?? "none",
    baseUrl: row?.baseUrl ?? "",
    speechModel: row?.speechModel ?? "",
    transcriptionModel: row?.transcriptionModel ?? "",
    voices: row?.voices ?? "",
    hasKey: row?.hasKey ?? false,
    keyHint: row?.keyHint ?? "",
    transcribesVoice: row?.transcribesVoice ?? false,
    hasWorkersAi: env.AI !== undefined,
    isReady: isReady(row, env),
    offer: {
      languages: [...languages],
      voices: voices.map(({ languages: own, ...voice }) => ({
        ...voice,
        ...(own && { languages: [...own] }),
      })),
      hasSpeed,
    },
    revision: row?.revision ?? 0,
  };
}

export const getSpeechSettings = async (ctx: Ctx, env: ProviderEnv): Promise<SpeechSettings> =>
  onWire(await settingsRow(ctx), env);

/**
 * Keeps who speaks and transcribes. A key that is left out stays unless the address is another one: else an editor could
 * have it sent to a server of theirs. Throws invalid at the field.
 */
export async function saveSpeechSettings(
  ctx: Ctx,
  env: ProviderEnv,
  { apikey, revision, ...fields }: Fields,
): Promise<SpeechSettings> {
  const { db, enterpriseId, now, newId } = ctx;
  const before = await settingsRow(ctx);
  if (before) refuseStale(before, revision);
  refuseWrong(env, { ...fields, apikey }, before);
  const row = {
    ...fields,
    hasKey: apikey !== "" || (before?.hasKey ?? false),
    keyHint: apikey === "" ? (before?.keyHint ?? "") : hintOf(apikey),
    ...nextRevision(ctx, before ?? null),
  };
  const sealed = apikey === "" ? undefined : await sealSecret(ctx, keyRing(env.DATA_KEY), speechKey, apikey);
  const [, [saved]] = await unlessStale(
    db.batch([
      guard(
        ctx,
        sql`coalesce((SELECT revision FROM ${speechSettings} WHERE ${ofEnterprise(ctx)}), 0) = ${before?.revision ?? 0}`,
      ),
      before
        ? db.update(speechSettings).set(row).where(ofEnterprise(ctx)).returning()
        : db
            .insert(speechSettings)
            .values({ ...row, id: newId(), enterpriseId, createdAt: now() })
            .returning(),
      ...(sealed ? [keepSecret(ctx, speechKey, sealed)] : []),
      audited(ctx, {
        action: before ? "update" : "create",
        kind: "speechSettings",
        object: { id: enterpriseId, name: texts.settingsName },
        before: before && shown(before),
        after: { ...shown(fields), ...(apikey !== "" && { keyChanged: true }) },
      }),
    ]),
    async () => (await settingsRow(ctx)) ?? { revision: 0, updatedBy: "", updatedAt: now() },
  );
  return onWire(saved, env);
}

const shown = ({
  provider,
  baseUrl,
  speechModel,
  transcriptionModel,
  voices,
  transcribesVoice,
}: Pick<
  SettingsRow,
  "provider" | "baseUrl" | "speechModel" | "transcriptionModel" | "voices" | "transcribesVoice"
>) => ({ provider, baseUrl, speechModel, transcriptionModel, voices, transcribesVoice });

function refuseWrong(
  env: ProviderEnv,
  { provider, baseUrl, apikey }: Pick<Fields, "provider" | "baseUrl" | "apikey">,
  before: SettingsRow | undefined,
): void {
  const refuse = (field: string, message: string): never => {
    throw new DomainError("invalid", { message, errors: { [field]: message } });
  };
  if (provider === "workersAi" && !env.AI) refuse("provider", texts.workersAiMissing);
  try {
    refuseBadAddress(baseUrl, allowsPrivate(env));
    hostOf(baseUrl);
  } catch (error) {
    refuse("baseUrl", error instanceof DomainError ? error.message : texts.addressWrong);
  }
  if (apikey !== "") return;
  if (before?.hasKey && hostOf(before.baseUrl) !== hostOf(baseUrl)) refuse("apikey", texts.keyForNewAddress);
  if (provider === "openAi" && !before?.hasKey) refuse("apikey", texts.keyEmpty);
}

const hostOf = (baseUrl: string): string => new URL(baseUrl || OPENAI.baseUrl).origin;

/** None of a short key, of which it would say too much. */
const hintOf = (key: string): string => (key.length >= 12 ? key.slice(-4) : "");
