/** Offers a file for saving, as a link with a `download` name would. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started to read it by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
