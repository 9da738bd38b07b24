import { automationTexts } from "#texts/automation.ts";
import type { Cause } from "../flow/cause.ts";

type Leave = Extract<Cause, { kind: "leave" }>;
/** A row of the inbox that ends its run; one that SQL writes has a code and no sentence. */
export type ToldToLeave = Omit<Leave, "kind" | "seq"> & { days?: number };

const { optOut, blocked, tooOld } = automationTexts.failures;

function sentenceOf({ code, sentence, days }: ToldToLeave): string {
  if (code === "optOut") return optOut;
  if (code === "blocked") return blocked;
  return code === "tooOld" && days !== undefined ? tooOld(days) : sentence;
}

/** The cause by which such a row ends its run, at a step alone where one is named. */
export function leaveOf(told: ToldToLeave, seq: number | null): Leave {
  const { state, code } = told;
  return { kind: "leave", state, code, sentence: sentenceOf(told), ...(seq !== null && { seq }) };
}
