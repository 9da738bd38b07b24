/** Files: what may be sent, what is refused, the picker and the cropping dialog. The first four are the specification's. */
export const drive = {
  wrongType: "Invalid File Format !",
  wrongTypeToCrop: "Invalid file format",
  imageTooLarge: "Image must be within 1024 x 1024 resoultion and maximum size should be 50kb",
  failed: "Something bad happened. Please try again later.",

  uploaded: "The file is uploaded.",
  empty: "This file is empty. Choose another one.",
  tooManyBytes: (most: string) => `This file is too large: at most ${most}.`,
  full: (used: string, quota: string) =>
    `There is no room for this file: the files of your enterprise use ${used} of ${quota}. What nothing uses goes by itself within two nights.`,
  tooManyPixels: (most: string) =>
    `This picture has too many pixels: at most ${most} million. Make it smaller first.`,
  linkExpired: "This link is no longer good. Open the file from the console again.",

  limits: (types: string, most: string) => `${types}; at most ${most}.`,
  sending: (name: string) => `Sending ${name}`,
  cancelled: "Cancelled. Nothing was sent.",
  sendAgain: "Try again",

  crop: "Crop the picture",
  cropHint:
    "Drag the picture or use the arrow keys to move it, and the slider to come closer. What is outside the frame is not sent, nor is what the camera wrote into the file.",
  cropArea: "The part of the picture that is kept",
  zoom: "Zoom",
  use: "Use this part",
  unreadable: "This picture cannot be shown here. It may be damaged; choose another one.",

  mediaUnreachable: "Nothing could be fetched from this address.",
  mediaWrongType: (type: string) => `This channel does not take ${type || "this type of file"}.`,
  mediaTooLarge: (most: string) => `Too large for this channel: at most ${most}.`,
  mediaNoChannel: "This channel does not take files.",
  mediaOne: "Give either an address or a file.",
} as const;
