/** Somebody whom the simulator plays: who they are, and what is wrong with that. */
export const simulatorPersonTexts = {
  name: "Name",
  addressKind: "Known by",
  addressKinds: { phone: "A number", userId: "A user id, without a number", mail: "An e-mail address" },
  phone: "Number",
  phoneHint: "With the country code, such as +919876543210.",
  userId: "User id",
  mail: "E-mail address",
  add: "Add",
  addressEmpty: {
    phone: "Enter a number.",
    userId: "Enter a user id.",
    mail: "Enter an e-mail address.",
  },
  alreadyThere: "This person is already here.",
  onlyOne: "Give one of phone, userId and mail.",
  userIdWrong: "Use letters, digits and . _ - only.",
  mailWrong: "Enter an e-mail address, such as asha@example.com.",
} as const;
