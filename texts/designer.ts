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
  notSetUp: "No designer is set up",
  notSetUpText:
    "Encaps, journeys, forms and flows are drawn in a designer on another site. None is set up yet: ask the operator of this system to set its address (DESIGNER_URL).",
  codeOver: "This code was already used or has expired.",
} as const;
