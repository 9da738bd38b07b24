import { AUTOMATION_FORMAT } from "#workers/contract/automation/automation-file.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type FileIntent, agentFile } from "#workers/contract/agent-file.ts";
import {
  PACKAGE_FORMAT,
  type PackageContent,
  type PackagedTemplate,
  type ShippedPackage,
} from "#workers/contract/marketplace/package.ts";
import { type Category, components, type TemplateButton } from "#workers/contract/templates/template.ts";

/** How packages are written down in few words; `npm run packages` makes the signed ones of them. */

type About = Pick<ShippedPackage, "id" | "category" | "name" | "summary"> &
  Partial<Pick<ShippedPackage, "version" | "language" | "changes" | "channels">>;

export const packageOf = (about: About, content: PackageContent): ShippedPackage => ({
  format: PACKAGE_FORMAT,
  version: 1,
  language: "en",
  changes: "",
  channels: [],
  ...about,
  content,
});

/** One journey or encap. Templates that it sends are named, for whoever maps them. */
export const automationOf = (
  kind: AutomationKind,
  about: About,
  graph: Graph,
  templates: { id: string; name: string; language: string; text: string }[] = [],
): ShippedPackage =>
  packageOf(about, {
    kind,
    file: {
      format: AUTOMATION_FORMAT,
      automations: [{ id: `market-${about.id}`, kind, name: about.name, folder: "", graph }],
      forms: [],
      templates,
      references: [],
    },
  });

/** An intent with what is answered and how people ask. */
export const intent = (name: string, response: string, phrases: readonly string[]): FileIntent => ({
  name,
  response,
  phrases: phrases.map((text) => ({ text, entities: [] })),
  parameters: [],
});

export const botOf = (
  about: About,
  description: string,
  outOfScopeMessage: string,
  stories: Record<string, FileIntent[]>,
): ShippedPackage =>
  packageOf(about, {
    kind: "bot",
    file: agentFile.parse({
      format: "chatbird-agent",
      version: 1,
      agent: {
        name: about.name,
        description,
        config: {
          entityExtractRetries: 3,
          outOfScopeMessage,
          modelType: "SVM",
          confidenceThreshold: 0.5,
          language: about.language ?? "en",
          didYouMean: true,
        },
      },
      entities: [],
      stories: Object.entries(stories).map(([name, intents]) => ({ name, intents })),
    }),
  });

interface Wording {
  body: string;
  samples: readonly string[];
  header?: string;
  footer?: string;
  replies?: readonly string[];
}

const button = (some: Partial<TemplateButton>): TemplateButton => ({
  type: "QUICK_REPLY",
  text: "",
  value: "",
  example: "",
  ...some,
});

/** A message template with the values that a vendor sees while it decides. */
export const template = (
  name: string,
  language: string,
  category: Category,
  { body, samples, header, footer, replies = [] }: Wording,
): PackagedTemplate => ({
  name,
  language,
  category,
  components: components.parse({
    header: header === undefined ? null : { format: "TEXT", text: header },
    body: { text: body },
    footer: footer === undefined ? null : { text: footer },
    buttons: replies.map((text) => button({ text })),
    samples: Object.fromEntries(samples.map((value, at) => [`body/${at + 1}`, value])),
  }),
});

/** A template for a code that is copied. */
export const codeTemplate = (name: string, body: string, footer: string): PackagedTemplate => ({
  name,
  language: "en",
  category: "AUTHENTICATION",
  components: components.parse({
    body: { text: body },
    footer: { text: footer },
    buttons: [button({ type: "COPY_CODE", text: "Copy code", example: "482913" })],
    samples: { "body/1": "482913" },
  }),
});
