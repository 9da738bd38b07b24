/** Files, places and contacts that a played customer sends, and what is refused of them. */
export const simulatorFilesTexts = {
  pictureWrong: "Enter an address that begins with https://.",
  kindWrong: "Choose one of image, video, audio and document.",
  oneMedium: "Give either a file that was sent before or an address.",
  mediumGone: "This file no longer exists. Choose it again.",
  notCarried: (kind: string, type: string) =>
    `${type} carries no files of the kind "${kind}". Choose another kind.`,
  wrongType: (kind: string, endings: string) =>
    `This file can't be sent as "${kind}" here. Choose another file (${endings}) or another kind.`,

  attachTitle: "Send something else",
  attachKind: "Kind",
  attachment: {
    file: "File",
    url: "Address of the file",
    caption: "Caption",
    latitude: "Latitude",
    longitude: "Longitude",
    place: "Name of the place",
    contact: "Name",
    number: "Number",
  },
  fileFrom: "Where the file comes from",
  ownFile: "A file of mine",
  atAddress: "An address",
  chooseFile: "Choose a file",
  otherFile: "Choose another file",
  dropOrPaste: "or drop or paste it here",
  removeFile: "Remove the file",
  fileEmpty: "Choose a file.",
  fileLimits: (endings: string, most: string) => `${endings}; at most ${most}.`,
  chosenFile: (name: string, size: string) => `${name}, ${size}`,
  previewOf: (name: string) => `Preview of ${name}`,
  latitudeWrong: "Enter a number from -90 to 90.",
  longitudeWrong: "Enter a number from -180 to 180.",
} as const;
