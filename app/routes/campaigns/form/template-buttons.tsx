import { Eye, Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { useState } from "react";
import type { ChosenTemplate } from "#app/features/broadcasts/broadcast-draft.ts";
import { TemplateDialog } from "../dialog/template-dialog.tsx";

const texts = campaignScreensTexts.form;

/** A look at the template that was chosen, and the way to write another one. */
export function TemplateButtons({ template }: { template: ChosenTemplate | null }) {
  const can = useCan();
  const [open, setOpen] = useState<"createMsgTemplate" | "createMsgView">();
  return (
    <span className="flex flex-wrap gap-2">
      {template && (
        <Button size="sm" icon={<Eye aria-hidden />} onClick={() => setOpen("createMsgView")}>
          {texts.viewTemplate}
        </Button>
      )}
      {can("MSG_TEMPLATES.CREATE") && (
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setOpen("createMsgTemplate")}>
          {texts.newTemplate}
        </Button>
      )}
      {open && <TemplateDialog mode={open} template={template} onClose={() => setOpen(undefined)} />}
    </span>
  );
}
