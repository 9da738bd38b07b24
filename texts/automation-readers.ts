/** A reader's notes on another maker's file where it has no match here; each names the block and what to do. */
export const automationReadersTexts = {
  unnamed: "Imported",
  noReply: "Ended",
  answer: "Please answer.",
  choose: "Please choose.",
  cutText: (where: string, most: number) =>
    `${where}: The text is longer than ${most} characters and was cut. Look at its end.`,
  many: (where: string, most: number) =>
    `${where}: Only the first ${most} choices or rows were taken. Add a second step for the others.`,
  unsupported: (where: string, type: string) =>
    `${where}: “${type}” has no match here and was left out. Put another step in its place.`,
  blank: (where: string) => `${where}: It is not filled in and was left out.`,
  question: (where: string) =>
    `${where}: There was no text before this question, so a short one was put there. Write what you ask.`,
  multiple: (where: string) =>
    `${where}: Here one answer is chosen at a time. Ask twice, or use a form, where several are wanted.`,
  dynamic: (where: string) =>
    `${where}: Choices out of a variable have no match here; the question takes any text. Write the choices down.`,
  pattern: (where: string, type: string) =>
    `${where}: A ${type} is asked for as a text with a pattern. Look at the pattern.`,
  range: (where: string) =>
    `${where}: A range of dates is asked for as one date. Ask for the second one in a step of its own.`,
  code: (where: string) =>
    `${where}: Code is not run here and was left out. Use an expression, or call another system.`,
  expression: (where: string, source: string) =>
    `${where}: “${source.slice(0, 80)}” can't be read as an expression here and was left out. Write it again.`,
  value: (where: string, type: string) =>
    `${where}: The value “${type}” has no match here and was left out. Set it in another way.`,
  comparison: (where: string, operator: string) =>
    `${where}: The comparison “${operator}” has no match here and was left out. Add a row that asks the same.`,
  redirect: (where: string) =>
    `${where}: A chat can't be redirected. The address is sent as a message instead.`,
  embed: (where: string) =>
    `${where}: Nothing can be embedded in a chat. Its address is sent as a message instead.`,
  media: (where: string) =>
    `${where}: The file is taken from its address at another system. Upload it to the library and choose it.`,
  noAddress: (where: string) => `${where}: The file has no address and was left out. Choose one.`,
  call: (where: string, host: string) =>
    `${where}: It calls ${host}. Set that address up in Integration and choose it; keys and secrets are not taken.`,
  header: (where: string, name: string) =>
    `${where}: The header “${name}” is not taken. Set it up in Integration.`,
  method: (where: string, method: string) =>
    `${where}: ${method} is not called from here; GET is used instead.`,
  answers: (where: string, path: string) =>
    `${where}: “${path}” of the answer can't be read by a name here and was left out. Add it to what the answer gives.`,
  mail: (where: string) => `${where}: Mails of journeys are not sent yet. Use another step until they are.`,
  event: (where: string) =>
    `${where}: It waits for the event of this name. Let your system send it by the API.`,
  waitTooLong: (where: string) =>
    `${where}: The time to wait can't be read, so it waits one second. Set it again.`,
  share: (where: string) => `${where}: The shares were rounded to whole numbers of at least 1.`,
  group: (where: string) =>
    `${where}: It asks for a group and doesn't say which. Add the comparison yourself.`,
  inputLabel: (where: string) =>
    `${where}: A label of messages becomes a label of the customer. Take the step out if that is not wanted.`,
  allGroups: (where: string) =>
    `${where}: Taking somebody out of all groups has no match. Choose the groups.`,
  contactName: (where: string) =>
    `${where}: The customer's name can't be changed by a step. Save it to a field.`,
  buttons: (where: string) =>
    `${where}: Quick replies are sent only where an answer is waited for next; they are written under the text instead.`,
  topic: (where: string) => `${where}: Choose the department that takes the chat.`,
  names: (where: string, name: string) =>
    `${where}: “${name}” is not known here and stays as it is written. Put a name of the list in its place.`,
  translations: (languages: readonly string[]) =>
    `Texts in other languages (${languages.join(", ")}) are not taken: a journey speaks one language. Copy it for each of the others.`,
  campaigns: "Campaigns of the file are not taken. Set schedules in the start of the journey.",
  trigger: (type: string) =>
    `A trigger of the kind ${type} is not taken. Set it in the start of the journey.`,
  oldVersion: (version: string) =>
    `The file is of version ${version}. Open it in Typebot and export it again, so that it is of version 6.`,
  voice: (where: string) => `${where}: Words for a call are sent as a message.`,
} as const;
