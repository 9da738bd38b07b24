const TONES = {
  theirs: "bg-sunken",
  ours: "bg-accent-soft text-accent-ink",
  noted: "border border-dashed border-line bg-warning-soft text-warning-ink",
  underway: "border border-dashed border-line bg-sunken text-muted",
  refused: "bg-danger-soft text-danger-ink",
};

/** How a message looks: the customer's, ours, and ours that the server does not have, notes among them. */
export const bubbleOf = (tone: keyof typeof TONES): string =>
  `grid max-w-[85%] gap-1 rounded-lg px-3 py-2 sm:max-w-[70%] ${TONES[tone]}`;
