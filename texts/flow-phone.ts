/** A WhatsApp Flow on a phone: in its designer, and on the simulator. */
export const flowPhoneTexts = {
  again: "Start again",
  back: "Back",
  done: "The answer",
  opened: (address: string) => `Opens ${address}`,
  photos: "Choose photos",
  documents: "Choose documents",
  camera: "A phone takes the photo with its camera here.",
  takeOut: (name: string) => `Take out ${name}`,
  taking: (name: string) => `${name} is being sent…`,
  filesOnTheirWay: "Wait until the files are sent.",
  tooLarge: (name: string, most: string) => `${name} is too large: at most ${most}.`,
  wrongType: (name: string) => `${name} isn't of a type that is asked for.`,
  tooMuch: (name: string, most: string) =>
    `${name} isn't kept: the preview holds files of ${most} in all. Its contents don't matter here.`,
  choose: "Choose",
  from: "From",
  to: "To",
  picture: "Picture",
  nothing: "Nothing is on this screen.",
  working: "The flow is opening…",
} as const;
