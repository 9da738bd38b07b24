/** The designers: another host's in a frame, and this system's own. */
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
  draft: {
    loading: "The draft is opening…",
    failed: "Couldn't open it",
    gone: "It no longer exists",
    goneText: "Somebody has deleted it, or the address is wrong.",
    leaving: "It isn't saved yet. Wait a moment, or press Back again once it says Saved.",
    restored: "What you had not saved the last time is here again.",
    undo: "Undo",
    redo: "Redo",
  },
  codeOver: "This code was already used or has expired.",
} as const;
