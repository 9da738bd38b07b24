/** Before a session ends, and what was typed when it did. */
export const sessionEndTexts = {
  endsIn: (left: string) => `Your session ends in ${left}.`,
  minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
  seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
  idle: "You have not used the console for a while.",
  age: "You have been signed in for a long time.",
  advice: "Stay signed in, or save what you are working on.",
  stay: "Stay signed in",
  signInAgain: "Sign in again",
  notNow: "Not now",
  lastTitle: "Your session is about to end",
  confirmText: "To stay signed in for another day, confirm that it is you. This screen stays as it is.",
  renewed: "You stay signed in.",
  failed: "That did not work. Please try again.",
  signOutQuestion: "Sign out without saving your changes?",
  signOutText: "They will be lost.",
} as const;
