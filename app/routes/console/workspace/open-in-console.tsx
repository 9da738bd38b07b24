import { ExternalLink } from "lucide-react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { chatAgentTexts as texts } from "#texts/chat-agent.ts";
import { uiTexts } from "#texts/ui.ts";

/** Leads to the console in a tab of its own: no frame but the workspace's own shows it. */
export function OpenInConsole() {
  return (
    <a href="/dashboard" target="_blank" rel="noopener" className={buttonClass("secondary", "md")}>
      {texts.openConsole}
      <ExternalLink aria-hidden className="size-4" />
      <span className="sr-only">{uiTexts.opensNewTab}</span>
    </a>
  );
}
