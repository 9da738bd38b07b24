/** The way of a WhatsApp number from somebody's account at Meta to a channel here (platform-shell.md 7.1). */

/**
 * - started: nothing but a name. permitted: the partner may act for the account. chosen: the number is known, and still to be
 *   verified. codeSent: Meta has sent it a code. verified: the number is theirs. pending: the partner sets it up.
 * - live: the channel is here. failed: the partner refused, and says why.
 */
export const onboardingSteps = [
  "started",
  "permitted",
  "chosen",
  "codeSent",
  "verified",
  "pending",
  "live",
  "failed",
] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

/** Steps at which each move may be made; everything else is refused. */
export const onboardingMoves = {
  permit: ["started", "permitted", "chosen", "codeSent", "verified", "failed"],
  choose: ["permitted", "chosen", "codeSent", "verified", "failed"],
  sendCode: ["chosen", "codeSent"],
  verify: ["codeSent"],
  open: ["verified", "failed"],
  settle: ["pending"],
  rename: ["started", "permitted", "chosen", "codeSent", "verified", "failed"],
} as const satisfies Record<string, readonly OnboardingStep[]>;
export type OnboardingMove = keyof typeof onboardingMoves;

export const mayMove = (move: OnboardingMove, step: OnboardingStep): boolean =>
  (onboardingMoves[move] as readonly OnboardingStep[]).includes(step);

export const codeMethods = ["SMS", "VOICE"] as const;
export type CodeMethod = (typeof codeMethods)[number];
/** Languages of the code's message, of those that Meta speaks. */
export const codeLanguages = ["en_US", "hi", "ta", "te", "mr", "bn", "gu", "kn", "ml"] as const;

/** Meta sends a number few codes in some hours: nobody asks twice by a double press. */
export const CODE_EVERY_MS = 60_000;
/** Wrong tries of one code; after them another has to be asked for. */
export const CODE_TRIES = 5;
/** A screen asks again while the partner works. */
export const ASK_AGAIN_MS = 3_000;
