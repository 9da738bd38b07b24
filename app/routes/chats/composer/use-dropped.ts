import { type RefObject, useEffect, useRef, useState } from "react";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * Takes files that are dropped on the chat around the composer, or pasted there; whether some are held over it now. Where
 * words were copied with a picture of them, as by a table or a text program, the words are meant.
 */
export function useDropped(
  form: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const around = form.current?.parentElement;
    if (!around) return undefined;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in the console's place.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && around.contains(event.relatedTarget))) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const isHere =
        event.target === document.body || (event.target instanceof Node && around.contains(event.target));
      const files = [...(event.clipboardData?.files ?? [])];
      if (!isHere || files.length === 0 || event.clipboardData?.getData("text/plain")) return;
      event.preventDefault();
      take.current(files);
    };
    around.addEventListener("dragover", over);
    around.addEventListener("dragleave", leave);
    around.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      around.removeEventListener("dragover", over);
      around.removeEventListener("dragleave", leave);
      around.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [form]);
  return isOver;
}
