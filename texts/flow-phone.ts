/** A WhatsApp Flow on a phone: in its designer, and on the simulator. */
export const flowPhoneTexts = {
  again: "Start again",
  back: "Back",
  done: "The answer",
  opened: (address: string) => `Opens ${address}`,
  upload: "Photos and documents are taken on a phone only.",
  choose: "Choose",
  from: "From",
  to: "To",
  picture: "Picture",
  nothing: "Nothing is on this screen.",
  working: "The flow is opening…",
} as const;
