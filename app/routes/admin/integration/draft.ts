import { problemsOf } from "#app/data/problems.ts";
import { isPlainType, plainConfig, secretsNeeded } from "#workers/contract/auth-types.ts";
import {
  changedIntegration,
  type Integration,
  newIntegration,
} from "#workers/contract/endpoints/integrations.ts";
import { authConfigsTexts } from "#texts/auth-configs.ts";

export const TYPES = ["2", "4", "5", "1", "3"] as const;
export type Type = (typeof TYPES)[number];

/** The form's values, all as text; `headers` has one header per line. */
export type Draft = Record<string, string>;

/** The fields of each type in the order of the form; secrets begin with "secrets.". */
export function fieldsOf(type: Type, draft: Draft): string[] {
  switch (type) {
    case "1":
      return ["baseUrl", "emailId", "secrets.password"];
    case "2":
      return [
        "url",
        "method",
        "auth",
        ...(draft["auth"] === "basic" ? ["userName"] : []),
        ...secretsNeeded(2, { auth: draft["auth"] }).map((field) => `secrets.${field}`),
        "headers",
      ];
    case "3":
      return ["endpoint", "key", "secrets.secret"];
    case "4":
      return draft["type"] === "libSQL"
        ? ["type", "host", "secrets.token"]
        : ["type", "host", "port", "database", "user", "secrets.password"];
    case "5":
      return ["llm", "apikey", "baseUrl", "chatModel", "embeddingModel"];
    default:
      return type satisfies never;
  }
}

const DEFAULTS: Draft = { method: "POST", auth: "none", type: "MySQL", port: "3306", headers: "" };

export function draftOf(config: Integration | undefined): Draft {
  if (!config) return { name: "", ...DEFAULTS };
  const { headers, ...data } = config.data;
  const texts = Object.entries({ ...data, ...(config.authType === 5 && config.settings) });
  return {
    ...DEFAULTS,
    ...Object.fromEntries(texts),
    name: config.name,
    llm: String(config.llm ?? ""),
    headers: (Array.isArray(headers) ? (headers as { name: string; value: string }[]) : [])
      .map(({ name, value }) => `${name}: ${value}`)
      .join("\n"),
  };
}

/** Returns the request body. Empty secrets are left out, so the stored ones are kept. */
export function bodyOf(type: Type, draft: Draft) {
  const authType = Number(type);
  const name = draft["name"] ?? "";
  const filled = (field: string): string | undefined => draft[field] || undefined;
  if (!isPlainType(authType)) {
    return {
      name,
      authType,
      llm: Number(draft["llm"]) || undefined,
      apikey: filled("apikey"),
      settings: {
        baseUrl: draft["baseUrl"] ?? "",
        chatModel: draft["chatModel"] ?? "",
        embeddingModel: draft["embeddingModel"] ?? "",
      },
    };
  }
  const fields = fieldsOf(type, draft);
  const data: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  for (const field of fields) {
    const secret = /^secrets\.(.+)$/.exec(field)?.[1];
    if (secret) {
      if (draft[field]) secrets[secret] = draft[field];
    } else data[field] = field === "headers" ? headersOf(draft["headers"] ?? "") : (draft[field] ?? "");
  }
  return { name, authType, data, secrets };
}

const headersOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = "", ...value] = line.split(":");
      return { name: name.trim(), value: value.join(":").trim() };
    });

/** Returns the problems by form field, before anything is sent. */
export function problemsIn(
  type: Type,
  draft: Draft,
  stored: Integration | undefined,
): Record<string, string> {
  const body = bodyOf(type, draft);
  const authType = Number(type);
  if (!isPlainType(authType)) return toForm(problemsOf(stored ? changedIntegration : newIntegration, body));
  const kept = stored?.secrets.map(({ field }) => field) ?? [];
  const missing = secretsNeeded(authType, "data" in body ? (body.data ?? {}) : {}).filter(
    (field) => !draft[`secrets.${field}`] && !kept.includes(field),
  );
  return {
    ...toForm(problemsOf(plainConfig(authType), body)),
    ...Object.fromEntries(missing.map((field) => [`secrets.${field}`, authConfigsTexts.empty])),
  };
}

/** Maps the API's errors, keyed by path in the body, to the form's flat field names. */
export const toForm = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, text]) => [
      path.startsWith("data.headers") ? "headers" : path.replace(/^(data|settings)\./, ""),
      text,
    ]),
  );
