import { z } from "zod";
import { agentFile } from "../agent-file.ts";
import { automationFile } from "#workers/contract/automation/automation-file.ts";
import { channelTypes, type ChannelType, isChannelType } from "../channel-types.ts";
import { formContent } from "#workers/contract/forms/form.ts";
import type { PackageKind } from "./kinds.ts";
import { categories, components } from "#workers/contract/templates/template.ts";
import {
  waFlowCategories,
  waFlowContent,
  waFlowLimits,
  waFlowRules,
} from "#workers/contract/wa-flows/flow.ts";

/** The marketplace's packages: things of one kind with the words that describe them, as data and never as code. */

export const PACKAGE_FORMAT = "chatbird.package/1";
export const packageCategories = ["general", "shop", "bank", "travel", "support", "hr"] as const;
export type PackageCategory = (typeof packageCategories)[number];
export const packageLanguages = ["en", "hi"] as const;
export type PackageLanguage = (typeof packageLanguages)[number];

/** The type of channel that a kind needs, for kinds that belong to one; it is chosen when they are installed. */
export const CHANNEL_OF: Readonly<Partial<Record<PackageKind, ChannelType>>> = {
  flow: channelTypes.whatsApp,
  templates: channelTypes.whatsApp,
};

const named = z.string().trim().min(1).max(100);
const packagedForm = z.object({ name: named, content: formContent });
const packagedFlow = z.object({
  name: named.max(waFlowLimits.name),
  categories: z.array(z.enum(waFlowCategories)).min(1),
  content: waFlowContent,
  rules: waFlowRules.default({}),
});
const packagedTemplate = z.object({
  name: z.string().regex(/^[a-z0-9_]{1,100}$/),
  language: z.string().max(16),
  category: z.enum(categories),
  components,
});
export type PackagedForm = z.infer<typeof packagedForm>;
export type PackagedFlow = z.infer<typeof packagedFlow>;
export type PackagedTemplate = z.infer<typeof packagedTemplate>;

/** The things themselves, each in the format that its own export has. */
export const packageContent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("journey"), file: automationFile }),
  z.object({ kind: z.literal("encap"), file: automationFile }),
  z.object({ kind: z.literal("bot"), file: agentFile }),
  z.object({ kind: z.literal("form"), form: packagedForm }),
  z.object({ kind: z.literal("flow"), flow: packagedFlow }),
  z.object({ kind: z.literal("templates"), templates: z.array(packagedTemplate).min(1).max(50) }),
]);
export type PackageContent = z.infer<typeof packageContent>;

export const shippedPackage = z.strictObject({
  format: z.literal(PACKAGE_FORMAT),
  /** The same in every version. */
  id: z.string().regex(/^[a-z0-9-]{3,60}$/),
  version: z.int().min(1),
  category: z.enum(packageCategories),
  language: z.enum(packageLanguages),
  name: named,
  summary: z.string().min(1).max(300),
  /** The changes of this version; '' in the first. */
  changes: z.string().max(500).default(""),
  /** Types of channels that it is made for; none: every one. */
  channels: z.array(z.int().refine(isChannelType)).default([]),
  content: packageContent,
});
export type ShippedPackage = z.infer<typeof shippedPackage>;
