/** Files in a WhatsApp Flow: Meta's own sentences of its rules, which its check at publishing says as well. */
export const waFlowFileTexts = {
  one: (type: string) => `You can only have a maximum of 1 component of type ${type} per screen.`,
  oneOfBoth: "You can only have a maximum of 1 component of type PhotoPicker or DocumentPicker per screen.",
  minMost: (least: string, most: string, type: string, name: string) =>
    `"${least}" cannot be greater than "${most}" for ${type} component ${name}.`,
  initValue: (path: string, type: string) =>
    `Invalid value found for property at ${path}. "init-values" property should not contain a value for ${type} component.`,
  navigate: (type: string) =>
    `The ${type} component's value is not allowed in the payload of the navigate action.`,
  topLevel: (type: string) =>
    `The ${type} can only be used as the value of a top-level string property in the action payload.`,
  manyAnswered: (most: number, asked: number) =>
    `An answer takes ${most} files at most, and people may choose ${asked} here.`,
} as const;

/** Texts for people whose file is not taken while they fill a flow in. */
export const waFlowFileErrors = {
  host: "This file can't be fetched. Choose it again.",
  noAnswer: "This file couldn't be fetched. Try again.",
  damaged: "This file is damaged. Choose it again.",
  tooLarge: "This file is too large. Choose a smaller one.",
  tooMany: (most: number) => `Choose at most ${most} files.`,
  wrongType: "A file of this kind isn't taken. Choose another one.",
  empty: "This file is empty. Choose another one.",
} as const;
