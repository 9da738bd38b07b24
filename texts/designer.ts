/** External designers in a frame. */
export const designerTexts = {
  titles: {
    encap: (name: string) => `Designer | ${name}`,
    journey: (name: string) => `Journey | ${name}`,
    forms: () => "Form Designer",
    flow: () => "Flow Designer",
  },
  back: "Back",
  frame: (title: string) => `${title}, opened from another site`,
  opening: "Opening the designer…",
  failed: "Couldn't open the designer",
  codeOver: "This code was already used or has expired.",
} as const;
