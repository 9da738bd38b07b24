/** Files: what may be sent, what is refused, the picker and the cropping dialog. The first four are the specification's. */
export const driveTexts = {
  wrongType: "Invalid File Format !",
  wrongTypeToCrop: "Invalid file format",
  imageTooLarge: "Image must be within 1024 x 1024 resoultion and maximum size should be 50kb",
  failed: "Something bad happened. Please try again later.",

  uploaded: "File uploaded.",
  empty: "This file is empty. Choose another one.",
  tooManyBytes: (most: string) => `This file is too large. The maximum is ${most}.`,
  full: (used: string, quota: string) =>
    `There is not enough space for this file: your enterprise's files use ${used} of ${quota}. Unused files are deleted automatically within two nights.`,
  tooManyPixels: (most: string) => `This picture has too many pixels. The maximum is ${most} million.`,
  linkExpired: "This link has expired. Open the file from the console again.",

  limits: (types: string, most: string) => `${types}; at most ${most}.`,
  sending: (name: string) => `Sending ${name}`,
  cancelled: "Cancelled. Nothing was sent.",
  sendAgain: "Try again",

  crop: "Crop the picture",
  cropHint:
    "Drag the picture or use the arrow keys to move it, and use the slider to zoom. Anything outside the frame is not sent, nor is camera information.",
  cropArea: "The part of the picture that is kept",
  zoom: "Zoom",
  use: "Use this part",
  unreadable: "This picture cannot be shown here. It may be damaged; choose another one.",

  mediaUnreachable: "Couldn't fetch anything from this address.",
  mediaWrongType: (type: string) => `This channel does not accept ${type || "this type of file"}.`,
  mediaTooLarge: (most: string) => `Too large for this channel. The maximum is ${most}.`,
  mediaNoChannel: "This channel does not accept files.",
  mediaOne: "Provide either an address or a file.",
} as const;
