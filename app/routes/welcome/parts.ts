import { formatCount } from "#app/lib/format.ts";
import { firstRunTexts } from "#texts/first-run.ts";
import { FIRST_RUN } from "#workers/contract/first-run.ts";
import type { FirstRun } from "#workers/contract/endpoints/first-run.ts";

export type PartState = "done" | "going" | "failed" | "waits";

interface Part {
  label: string;
  state: PartState;
}

const texts = firstRunTexts.parts;

/** Try it, with the first question written for them. */
export function tryingOf({ kind }: FirstRun, { id }: NonNullable<FirstRun["agent"]>): string {
  const first = kind === null || kind === "empty" ? "" : FIRST_RUN[kind].asks;
  return `/bots/${id}/intents?try=${encodeURIComponent(first)}`;
}

/** The parts of a first run in their order, each as far as it is. */
export function partsOf(run: FirstRun, { trained }: NonNullable<FirstRun["agent"]>): Part[] {
  return [
    { label: texts.bot, state: "done" },
    run.channel ? { label: texts.channel, state: "done" } : { label: texts.noChannel, state: "waits" },
    trainingPart(run, trained),
    ...(run.channel ? [chatPart(run, trained)] : []),
    ...samplesPart(run.samples),
  ];
}

function trainingPart({ training }: FirstRun, trained: boolean): Part {
  if (trained) return { label: texts.training, state: "done" };
  const isOver = training?.state === "failed" || training?.state === "cancelled";
  return isOver
    ? { label: texts.trainingFailed, state: "failed" }
    : { label: texts.trainingNow, state: "going" };
}

const chatPart = ({ said }: FirstRun, trained: boolean): Part =>
  said ? { label: texts.chat, state: "done" } : { label: texts.chatNow, state: trained ? "going" : "waits" };

function samplesPart({ state, count }: FirstRun["samples"]): Part[] {
  switch (state) {
    case "none":
    case "going":
      return [];
    case "coming":
      return [{ label: texts.samplesNow, state: "going" }];
    case "there":
      return [{ label: texts.samples(formatCount(count)), state: "done" }];
    case "failed":
      return [{ label: texts.samplesFailed, state: "failed" }];
    default:
      return state satisfies never;
  }
}
