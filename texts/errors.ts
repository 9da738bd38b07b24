/** Texts of the server when it refuses or fails. */
export const errorsTexts = {
  malformed: "Couldn't read the request. Check that it is well-formed JSON or a form.",
  invalid: "Some fields need your attention.",
  notText: "This must be text.",
  notNumber: "This must be a whole number.",
  tooLong: (max: number) => `Use at most ${max} characters.`,
  perPage: (cap: number) => `Enter a number from 1 to ${cap}, or -1 for all.`,
  nul: "The character U+0000 cannot be stored. Remove it and try again.",
  mandatory: "This field is mandatory.",
  wrongType: (expected: string) => `This must be ${expected}.`,
  types: {
    string: "text",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "an object",
  },
  oneOf: (values: string[]) => `Choose one of: ${values.join(", ")}.`,
  forbidden: "You do not have permission to do this. Ask an administrator of your enterprise.",
  notFound: "Not found. It may have been deleted, or the address is wrong.",
  tooMany: (most: number) => `Enter at most ${most}.`,
  tooManyFiles: (most: number) =>
    most === 1 ? "Send one file at a time." : `Send at most ${most} files at a time.`,
  noFile: "Choose a file first.",
  changedMeanwhile: (who: string, when: string) =>
    `${who ? `Changed by ${who}` : "Changed"} at ${when}, after you opened it. Nothing was overwritten.`,
  downloadsFull:
    "Your enterprise already has two of these downloads running. Wait for one to finish, or cancel one, and try again.",
  socketsFull: "You have this console open in too many tabs. Close some and try again.",
  tooLarge: "The request is too large.",
  wrongMediaType: "Send JSON, a form, or multipart form data.",
  internal: "Something went wrong",
  tooOften: "Too many of these in one minute. Wait a minute and try again.",
  tooOftenTogether:
    "You and your colleagues asked for too many of these in one minute. Wait a minute and try again.",
  unavailable: "The service is not ready. Please try again in a moment.",
  transport: "Something Went Wrong !!",
} as const;
