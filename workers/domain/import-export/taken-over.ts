import { botsTexts } from "#texts/bots.ts";
import { importExportTexts } from "#texts/import-export.ts";
import type { AgentFile } from "#workers/contract/agent-file.ts";
import type { importFormats } from "#workers/contract/endpoints/import-export.ts";
import { DomainError } from "../error.ts";

/** The bot file converted from a foreign format, with notes on the parts that could not be converted. */
export interface TakenOver {
  format: (typeof importFormats)[number];
  file: AgentFile;
  notes: string[];
}

/** Error for a file that cannot be read at all: nothing was written. */
export const unreadable = (why: string = importExportTexts.unreadable): DomainError =>
  new DomainError("invalid", { message: why, errors: { files: why } });

export const emptyFile = (name: string, description: string): AgentFile => ({
  format: "chatbird-agent",
  version: 1,
  agent: {
    name,
    description,
    config: {
      entityExtractRetries: 3,
      outOfScopeMessage: botsTexts.outOfScope,
      modelType: "SVM",
      confidenceThreshold: 0.5,
      language: "en",
      didYouMean: true,
    },
  },
  entities: [],
  stories: [],
});

/** Returns the story of that name, creating it when it is missing. */
export function storyOf(file: AgentFile, name: string): AgentFile["stories"][number] {
  let story = file.stories.find((each) => each.name === name);
  if (!story) file.stories.push((story = { name, intents: [] }));
  return story;
}
