/** The ways to pass a chat on. */
const waysOn = ["transfer", "assign", "invite"] as const;
export type PassOn = (typeof waysOn)[number];
export const isPassOn = (what: string | undefined): what is PassOn => waysOn.some((each) => each === what);
