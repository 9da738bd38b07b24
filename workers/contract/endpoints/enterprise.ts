import { z } from "zod";
import { authTexts } from "#texts/auth.ts";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { errorsTexts } from "#texts/errors.ts";
import { accentProblem } from "../accent.ts";
import { formatBytes } from "../bytes.ts";
import { checkKinds } from "../data-checks.ts";
import { countryText } from "../countries.ts";
import { endpoint, holding, signedIn } from "../endpoint.ts";
import { LEAST_DRIVE_QUOTA, USUAL_DRIVE_QUOTA } from "./drive.ts";
import { name, revision, text, time } from "../fields.ts";
import { phoneText, timezoneText } from "./my-profile.ts";
import { featureFlags, whiteLabel } from "./profile.ts";

/** The enterprise itself, as its administrators see it. */

export const industries: readonly string[] = texts.industries;

const oneOf = (known: readonly string[], wrong: string) =>
  z
    .string(errorsTexts.notText)
    .trim()
    .refine((value) => value === "" || known.includes(value), wrong);

const colour = (theme: "light" | "dark") =>
  z
    .string(errorsTexts.notText)
    .trim()
    .toLowerCase()
    .superRefine((value, { addIssue }) => {
      const problem = value === "" ? undefined : accentProblem(value, theme);
      if (problem) addIssue({ code: "custom", message: problem });
    });

/** Each may be empty: nothing is required that nobody needs. */
export const detailsFields = z.object({
  industry: oneOf(industries, texts.industryInvalid),
  country: countryText(texts.countryInvalid),
  timezone: timezoneText(texts.timezoneInvalid),
  address: text(500),
  phone: phoneText(texts.phoneInvalid),
  website: z
    .string(errorsTexts.notText)
    .trim()
    .max(300, errorsTexts.tooLong(300))
    .refine((value) => value === "" || isWebAddress(value), texts.websiteInvalid),
  contactEmail: z
    .string(errorsTexts.notText)
    .trim()
    .max(254, errorsTexts.tooLong(254))
    .refine((value) => value === "" || z.email().safeParse(value).success, authTexts.emailInvalid),
  linkHost: z
    .string(errorsTexts.notText)
    .trim()
    .toLowerCase()
    .max(253, errorsTexts.tooLong(253))
    .refine((value) => value === "" || HOST.test(value), texts.linkHostInvalid)
    .meta({ description: "Short links stand there; its DNS must name the enterprise and lead here" }),
});
/** A name of at least two parts, without a scheme, a port or a path. */
const HOST = /^(?!\d+(\.\d+)*$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

export const whiteLabelFields = z.object({
  title: text(40),
  logoId: z.string().max(64),
  accent: colour("light"),
  accentDark: colour("dark"),
});

export const enterpriseName = name(texts.nameEmpty);

const driveQuotaWrong = texts.driveQuotaWrong(formatBytes(LEAST_DRIVE_QUOTA), formatBytes(USUAL_DRIVE_QUOTA));
const driveQuota = z
  .int(driveQuotaWrong)
  .min(LEAST_DRIVE_QUOTA, driveQuotaWrong)
  .max(USUAL_DRIVE_QUOTA, driveQuotaWrong)
  .meta({ description: "The most bytes that the files of the enterprise may have" });

function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes(".") && url.username === "";
}

export const enterpriseReply = z.object({
  name: z.string(),
  details: detailsFields,
  whiteLabel,
  features: featureFlags,
  /** The DNS record by which a domain is proved before short links stand there. */
  linkProof: z.object({ host: z.string(), text: z.string() }),
  /** Bytes that its drive uses, and its quota. */
  drive: z.object({ used: z.int(), quota: z.int() }),
  /** The regions in which its data is kept, as the installation says them; empty where it says none. */
  residency: z.object({
    customers: z.string(),
    files: z.string(),
    backups: z.string(),
    live: z.string(),
    vendors: z.array(z.object({ vendor: z.int(), region: z.string(), host: z.string() })).meta({
      description: "Of its channels: the region and the host that their settings name; empty: none",
    }),
    models: z
      .array(z.object({ name: z.string(), host: z.string() }))
      .meta({ description: "Configurations of models, each with the host that it asks" }),
    speech: z.array(z.string()).meta({ description: "Who speaks texts and hears recordings" }),
    payments: z.array(z.string()).meta({ description: "Who takes customers' payments" }),
    mail: z.array(z.string()).meta({ description: "Who carries the installation's mail" }),
    systems: z.array(z.string()).meta({
      description: "Hosts of the enterprise's own systems: webhooks, and those that journeys ask",
    }),
  }),
  /** Features that this installation lets an enterprise switch on. */
  offered: featureFlags,
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type Enterprise = z.infer<typeof enterpriseReply>;

export const getDetails = endpoint({
  method: "GET",
  path: "/e/enterprise/details",
  summary: "The enterprise's details, its look and its features",
  access: holding("ENTERPRISE.VIEW", "ENTERPRISE.EDIT"),
  reply: enterpriseReply,
  under: "data",
});

export const saveConfiguration = endpoint({
  method: "POST",
  path: "/e/enterprise/configuration",
  summary:
    "Changes the enterprise, only what is given; a feature that the installation does not offer is refused",
  access: holding("ENTERPRISE.EDIT"),
  body: z.object({
    name: enterpriseName.optional(),
    details: detailsFields.partial().optional(),
    whiteLabel: whiteLabelFields.partial().optional(),
    features: featureFlags.partial().optional(),
    driveQuota: driveQuota.optional(),
    revision,
  }),
  reply: enterpriseReply,
  under: "data",
});

export const dataChecks = endpoint({
  method: "GET",
  path: "/e/enterprise/datachecks",
  summary:
    "What the last night found: sums compared with what they are the sums of, references, files, and what should be gone. `at` is null while a check goes on",
  access: holding("ENTERPRISE.VIEW", "ENTERPRISE.EDIT"),
  reply: z.object({
    checks: z.array(
      z.object({
        kind: z.enum(checkKinds),
        at: time.nullable(),
        looked: z.int(),
        wrong: z.int(),
        failed: z.boolean().meta({ description: "It could not be looked at" }),
      }),
    ),
  }),
  under: "data",
});

export const timezones = endpoint({
  method: "GET",
  path: "/e/enterprise/timezones",
  summary: "The time zones that can be chosen, by their IANA names",
  access: signedIn,
  reply: z.array(z.string()),
  under: "data",
});
