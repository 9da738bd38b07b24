import { automationsTexts as texts } from "#texts/automations.ts";
import { automationInstancesTexts as instances } from "#texts/automation-instances.ts";
import { journeyTroublesTexts as troubles } from "#texts/journey-troubles.ts";
import type { Refusals } from "../refusal.ts";

export const automationsCodes = {
  automationNameTaken: { status: 409, sentence: texts.nameTaken },
  automationRunning: { status: 409, sentence: texts.running },
  automationNotLive: { status: 409, sentence: instances.neverPublished },
  instanceMoved: { status: 409, sentence: instances.again },
  instanceClash: { status: 409, sentence: instances.taken },
  runNotFailed: { status: 409, sentence: troubles.notFailed },
  runOver: { status: 409, sentence: instances.runOver },
} as const satisfies Refusals;
