import { ExternalLink } from "lucide-react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { useCan } from "#app/session/session.ts";
import { templatesTexts } from "#texts/templates.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ChosenTemplate } from "#app/features/broadcasts/broadcast-draft.ts";
import { modes, type Subject } from "./modes.ts";

const TEMPLATES = "/admin/messageTemplate/whatsapp";

/** Leads to the form of a new template, or shows the one that was chosen; the screen below keeps what was typed. */
export function TemplateDialogWindow({
  mode: name,
  template,
  onClose,
}: {
  mode: "createMsgTemplate" | "createMsgView";
  template: ChosenTemplate | null;
  onClose: () => void;
}) {
  const mode = modes[name];
  const shown = name === "createMsgView" ? template : null;
  const opens = useCan()("MSG_TEMPLATES.VIEW", "MSG_TEMPLATES.CREATE", "MSG_TEMPLATES.DELETE");
  const subject: Subject = { id: shown?.id ?? "", name: shown?.name ?? "" };
  return (
    <Dialog
      open
      title={mode.title(subject)}
      description={mode.text(subject)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{mode.close}</Button>
          {opens && (
            <a
              className={buttonClass("primary", "md")}
              href={`${TEMPLATES}/${shown?.id ?? "create"}`}
              target="_blank"
              rel="noreferrer"
              onClick={onClose}
            >
              {mode.submit(subject)}
              <ExternalLink aria-hidden />
              <span className="sr-only">{uiTexts.opensNewTab}</span>
            </a>
          )}
        </>
      }
    >
      {shown && (
        <div className="grid gap-3">
          <p className="text-muted">{`${templatesTexts.categories[shown.category]}, ${shown.language}`}</p>
          <MessagePreview category={shown.category} components={shown.components} />
        </div>
      )}
    </Dialog>
  );
}
