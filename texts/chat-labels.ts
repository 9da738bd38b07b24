/** Labels of chats: where they are made, and what is said of them. */
export const chatLabelsTexts = {
  title: "Chat labels",
  lead: "Agents label chats with these, so that they can be found and counted. Each department can have its own.",
  failed: "Couldn't load the labels",
  department: "Department",
  everyDepartment: "All departments",
  name: "New label",
  add: "Add label",
  created: (name: string) => `The label "${name}" is added.`,
  none: "No labels yet",
  noneText: "Add the first one below, such as “Complaint” or “New card”.",
  list: "Labels in their order",
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  rename: (name: string) => `Rename ${name}`,
  renameTitle: "Rename the label",
  renameText: "Chats that have it show the new name.",
  nameField: "Name",
  renamed: "The label is renamed.",
  remove: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete the label "${name}"?`,
  removeText: (chats: number) =>
    chats === 0
      ? "No chat has it."
      : chats === 1
        ? "1 chat has it and loses it."
        : `${chats} chats have it and lose it.`,
  removed: "The label is deleted.",
  // In a chat
  labels: "Labels",
  of: "Labels of this chat",
  noneToChoose: "This department has no labels yet. Administrators add them in Chat Config.",
  byLabel: "Label",
  anyLabel: "Any label",
  // Refusals
  noName: "Enter a name.",
  taken: "This department has a label of this name already.",
  full: "This department has as many labels as it can have. Delete one first.",
  noOrder: "Name at least one label.",
  gone: "One of these labels no longer exists. Choose again.",
  tooMany: (most: number) => `A chat can have ${most} labels at most.`,
} as const;
