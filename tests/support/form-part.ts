/** A text of a form that was posted; empty where it is missing, or a file. */
export function partOf(form: FormData, name: string): string {
  const part = form.get(name);
  return typeof part === "string" ? part : "";
}
