import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { authTexts } from "#texts/auth.ts";

/** Replaces a form outside the shell once it succeeded: announced, and with a link to the next step. */
export function Done({ title, text, more }: { title?: string; text: string; more?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <CircleCheck aria-hidden className="size-10 text-success-ink" />
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        {title ?? text}
      </h1>
      {title && <p role="status">{text}</p>}
      {more && <p className="text-muted">{more}</p>}
      <ButtonLink to="/login" tone="primary" size="lg">
        {authTexts.signInLink}
      </ButtonLink>
    </div>
  );
}
