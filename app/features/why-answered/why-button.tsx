import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { whyButtonTexts as texts } from "#texts/why-button.ts";

const WhyAnswered = lazily(
  () => import("./why-answered.tsx"),
  (module) => module.WhyAnswered,
);

/** Opens the reason for an answer; `words` tell it from the other answers on the page. */
export function WhyButton({
  messageId,
  words,
  className,
}: {
  messageId: string;
  words: string;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        tone="ghost"
        {...(className !== undefined && { className })}
        icon={<CircleHelp aria-hidden />}
        aria-label={texts.openFor(words)}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {open && <WhyAnswered messageId={messageId} onClose={() => setOpen(false)} />}
    </>
  );
}
