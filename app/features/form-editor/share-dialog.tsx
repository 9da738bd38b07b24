import { useState } from "react";
import { call } from "#app/data/api.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { useCan } from "#app/session/session.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { uiTexts } from "#texts/ui.ts";
import { type FormDraft, makeFormLink } from "#workers/contract/endpoints/forms.ts";
import { FormAddress } from "./form-address.tsx";
import { OwnLink } from "./own-link.tsx";

/** The page's address for everybody, and one for a customer whom it knows. */
export function ShareDialog({
  draft,
  readOnly,
  version,
  onClose,
}: {
  draft: FormDraft;
  readOnly: boolean;
  version: number | null;
  onClose: () => void;
}) {
  const can = useCan();
  const [token, setToken] = useState(draft.publicToken);
  const { busy, failure, send } = useSend();
  const make = () =>
    send(
      () => call(makeFormLink, { params: { id: draft.id }, body: {} }),
      (made) => setToken(made.token),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.shareTitle}
      description={texts.shareText}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid gap-4">
        <Failure text={failure} />
        {token === "" ? (
          <div>
            <Button
              tone="primary"
              busy={busy}
              disabledReason={version === null ? texts.shareFirst : readOnly ? texts.readOnly : undefined}
              onClick={() => void make()}
            >
              {texts.shareMake}
            </Button>
          </div>
        ) : (
          <FormAddress label={texts.address} token={token} />
        )}
        {version !== null && !readOnly && can("CUSTOMER.VIEW") && <OwnLink formId={draft.id} />}
      </div>
    </Dialog>
  );
}
