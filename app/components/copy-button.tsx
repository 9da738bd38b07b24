import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";

/** Copies a text to the clipboard, and confirms it on the button itself. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 3_000);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <>
      <Button
        size="sm"
        icon={done ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}
      >
        {done ? copied : label}
      </Button>
      <span role="status" className="sr-only">
        {done ? copied : ""}
      </span>
    </>
  );
}
