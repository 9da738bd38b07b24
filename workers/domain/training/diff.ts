import { agentFile, type AgentFile, type FileIntent } from "#workers/contract/agent-file.ts";
import { phraseKey } from "#workers/contract/endpoints/intents.ts";
import type { diffVersions as contract } from "#workers/contract/endpoints/training.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { botsTexts } from "#texts/bots.ts";
import { trainingTexts } from "#texts/training.ts";
import { DomainError } from "../error.ts";
import { agentFileOf } from "../import-export/agent-file.ts";
import type { Ctx } from "../ctx.ts";
import { versionRow } from "./versions.ts";

const MOST_PHRASES = 200;

interface TextFiles {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
}

/** Differences between the contents of two versions; 0 is the state stored now. */
export async function diffVersions(
  ctx: Ctx,
  agentId: string,
  { from, to }: { from: number; to: number },
  files: TextFiles,
): Promise<ReplyOf<typeof contract>> {
  const [before, after] = await Promise.all([from, to].map((each) => contentOf(ctx, agentId, each, files)));
  if (!before || !after) throw new DomainError("noSuchVersion");
  return { from, to, intents: intentChanges(before, after), entities: entityChanges(before, after) };
}

async function contentOf(ctx: Ctx, agentId: string, version: number, files: TextFiles): Promise<AgentFile> {
  if (version === 0) return agentFileOf(ctx, agentId);
  const { contentFile } = await versionRow(ctx, agentId, version);
  const object = contentFile ? await files.get(contentFile) : null;
  if (!object) throw new DomainError("noSuchVersion", { message: trainingTexts.contentNotKept });
  return agentFile.parse(JSON.parse(await object.text()));
}

const intentsOf = (file: AgentFile): Map<string, FileIntent> =>
  new Map(
    file.stories.flatMap((story) =>
      story.intents.map((intent) => [`${story.name} › ${intent.name}`, intent] as const),
    ),
  );

function intentChanges(before: AgentFile, after: AgentFile): ReplyOf<typeof contract>["intents"] {
  const [old, now] = [intentsOf(before), intentsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    const added = phrasesWithout(is, was);
    const removed = phrasesWithout(was, is);
    const otherwise = was && is ? otherChanges(was, is) : [];
    if (was && is && added.length === 0 && removed.length === 0 && otherwise.length === 0) return [];
    return [
      {
        name,
        change: was ? (is ? ("changed" as const) : ("removed" as const)) : ("added" as const),
        added: added.slice(0, MOST_PHRASES),
        removed: removed.slice(0, MOST_PHRASES),
        addedCount: added.length,
        removedCount: removed.length,
        otherwise,
      },
    ];
  });
}

function phrasesWithout(all: FileIntent | undefined, known: FileIntent | undefined): string[] {
  const keys = new Set(known?.phrases.map(({ text }) => phraseKey(text)));
  return (all?.phrases ?? []).map(({ text }) => text).filter((text) => !keys.has(phraseKey(text)));
}

function otherChanges(was: FileIntent, is: FileIntent): string[] {
  const bindings = (intent: FileIntent) =>
    intent.phrases.map(({ text, entities }) => [phraseKey(text), entities]).toSorted();
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  return [
    ...(was.response === is.response ? [] : [botsTexts.response]),
    ...(same(was.parameters, is.parameters) ? [] : [botsTexts.parameters]),
    ...(same(was.handsOver, is.handsOver) ? [] : [botsTexts.handOver]),
    ...(same(bindings(was), bindings(is)) || was.phrases.length !== is.phrases.length
      ? []
      : [trainingTexts.bindings]),
  ];
}

function entityChanges(before: AgentFile, after: AgentFile): ReplyOf<typeof contract>["entities"] {
  const mapOf = (file: AgentFile) =>
    new Map(file.entities.map(({ name, values }) => [name, JSON.stringify(values)]));
  const [old, now] = [mapOf(before), mapOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was === is) return [];
    return [{ name, change: was ? (is ? ("changed" as const) : ("removed" as const)) : ("added" as const) }];
  });
}
