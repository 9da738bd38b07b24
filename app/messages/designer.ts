/** External designers in a frame. */
export const designer = {
  titles: {
    encap: (name: string) => `Designer | ${name}`,
    journey: (name: string) => `Journey | ${name}`,
    forms: () => "Form Designer",
    flow: () => "Flow Designer",
  },
  back: "Back",
  frame: (title: string) => `${title}, opened from another site`,
  opening: "Opening the designer…",
  failed: "The designer could not be opened",
  notSetUp: "No designer is set up",
  notSetUpText:
    "Encaps, journeys, forms and flows are drawn in a designer of another site. This system has none yet: whoever runs it sets its address (DESIGNER_URL).",
  codeOver: "This code was used already, or is too old.",
} as const;
