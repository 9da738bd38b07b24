import { z } from "zod";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { errorsTexts } from "#texts/errors.ts";
import { name, text } from "./fields.ts";
import { MAIL_ADDRESS } from "./mail-address.ts";

/** The kinds of configuration by which an enterprise reaches other systems. */
export const authTypes = { appiyo: 1, webhook: 2, webrtcVideo: 3, database: 4, genAi: 5 } as const;
/** Types stored as auth configs; GenAI has tables of its own, since bots work with it. */
export type PlainType = 1 | 2 | 3 | 4;
export const isPlainType = (type: number): type is PlainType => type >= 1 && type <= 4;

const filled = (max = 200) => text(max).min(1, texts.empty);
const address = text(500).regex(/^https?:\/\/[^\s/?#]+[^\s]*$/i, texts.addressWrong);

const RESERVED =
  /^(authorization|cookie|host|connection|content-length|content-type|transfer-encoding|webhook-.*|cf-.*)$/i;
/** A header that a person may set: none that says who calls, or how. */
export const headerName = text(100)
  .regex(/^[\w-]+$/, texts.headerWrong)
  .refine((value) => !RESERVED.test(value), texts.headerReserved);
const header = z.object({
  name: headerName,
  value: text(1_000).regex(/^[^\r\n]*$/, texts.headerWrong),
});

/** MySQL is reached for a test alone; journeys ask libSQL, which speaks HTTP. */
export const databaseTypes = ["MySQL", "libSQL"] as const;

export const webhookAuths = ["none", "basic", "bearer", "signed"] as const;

/** The non-secret part of each type. */
export const plainData = {
  1: z.object({ baseUrl: address, emailId: text(254).regex(MAIL_ADDRESS, texts.emailWrong) }),
  2: z.object({
    url: address,
    method: z.enum(["POST", "PUT", "PATCH", "GET"]).default("POST"),
    headers: z.array(header).max(20, texts.headersMany).default([]),
    auth: z.enum(webhookAuths).default("none"),
    userName: text(200).default(""),
  }),
  3: z.object({ endpoint: address, key: filled() }),
  4: z
    .object({
      type: z.enum(databaseTypes).default("MySQL"),
      host: text(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, texts.hostWrong),
      port: z.coerce
        .number(texts.portWrong)
        .int(texts.portWrong)
        .min(1_024, texts.portWrong)
        .max(65_535, texts.portWrong)
        .default(3_306),
      database: text(64).default(""),
      user: text(64).default(""),
    })
    .superRefine(({ type, database, user }, context) => {
      // libSQL is known by its host alone, and whoever asks by a token.
      if (type === "libSQL") return;
      for (const [path, value] of Object.entries({ database, user }))
        if (value === "") context.addIssue({ code: "custom", path: [path], message: texts.empty });
    }),
} as const satisfies Record<PlainType, z.ZodObject>;

export type DataOf<Type extends PlainType> = z.output<(typeof plainData)[Type]>;
export type Webhook = DataOf<2>;

/** The names of the secrets that a configuration with such data needs. */
export function secretsNeeded(type: PlainType, data: Record<string, unknown>): string[] {
  switch (type) {
    case 1:
      return ["password"];
    case 4:
      return [data["type"] === "libSQL" ? "token" : "password"];
    case 2:
      return (
        { basic: ["password"], bearer: ["token"], signed: ["signingSecret"] }[String(data["auth"])] ?? []
      );
    case 3:
      return ["secret"];
    default:
      return type satisfies never;
  }
}

const secret = z.string().min(1, texts.empty).max(1_000, errorsTexts.tooLong(1_000));
/** Secret format of Standard Webhooks: 24 to 64 bytes in base64 after whsec_. */
const signing = secret.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, texts.signingWrong);

const secretsOf = z.object({ password: secret, token: secret, signingSecret: signing, secret }).partial();
export type Secrets = z.infer<typeof secretsOf>;

/** A whole configuration of a type, as it is sent to be saved. Secrets that are stored already may be left out. */
export const plainConfig = <Type extends PlainType>(type: Type) =>
  z.object({
    name: name(texts.nameEmpty),
    authType: z.literal(type),
    data: plainData[type],
    secrets: secretsOf.default({}),
  });
export interface PlainConfig<Type extends PlainType = PlainType> {
  name: string;
  authType: Type;
  data: DataOf<Type>;
  secrets: Secrets;
}
