/** A journey is published on channels and always on; an encap is launched, many times. Graph and engine are the same. */
export const automationKinds = ["journey", "encap"] as const;
export type AutomationKind = (typeof automationKinds)[number];
