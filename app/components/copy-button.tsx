import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { uiTexts } from "#texts/ui.ts";

/** Copies a text to the clipboard, and says on the button itself whether it could. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const [done, setDone] = useState("");
  // A browser gives no clipboard to a page that is not secure, or whose user refuses it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(copied);
    } catch {
      setDone(uiTexts.copyFailed);
    }
  };
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(""), 3_000);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <>
      <Button
        size="sm"
        icon={done === copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      >
        {done || label}
      </Button>
      <span role="status" className="sr-only">
        {done}
      </span>
    </>
  );
}
