import { Minus, Plus } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { rolesTexts as texts } from "#texts/roles.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { nameOfPermission } from "./permission-name.ts";
import type { RoleEditing } from "./use-role-draft.ts";

/** Shows the pending changes by role before they are saved. */
export function ReviewDialog({
  open,
  editing,
  onClose,
  onSaved,
}: {
  open: boolean;
  editing: RoleEditing;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { busy, failure, stale, changes } = editing;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      size="lg"
      title={texts.reviewTitle}
      description={texts.reviewText}
      footer={
        <>
          <Button autoFocus onClick={() => !busy && onClose()}>
            {uiTexts.cancel}
          </Button>
          <Button tone="primary" busy={busy} onClick={async () => (await editing.save()) && onSaved()}>
            {texts.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && (
          <Banner
            kind={stale ? "warning" : "error"}
            live
            actions={
              stale && (
                <Button size="sm" busy={busy} onClick={() => void editing.reload()}>
                  {texts.stale}
                </Button>
              )
            }
          >
            {failure}
          </Banner>
        )}
        {changes.map(({ role, gains, loses }) => (
          <section key={role.id} aria-label={role.name}>
            <h3 className="font-semibold">{role.name}</h3>
            <Differences title={texts.gains} which={gains} />
            <Differences title={texts.loses} which={loses} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Differences({ title, which }: { title: string; which: readonly Permission[] }) {
  if (which.length === 0) return null;
  const gain = title === texts.gains;
  const Icon = gain ? Plus : Minus;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      <span className="w-14 text-[0.8125rem] text-muted">{title}</span>
      {which.map((each) => (
        <Badge key={each} tone={gain ? "success" : "danger"} icon={<Icon aria-hidden />}>
          {nameOfPermission(each)}
        </Badge>
      ))}
    </div>
  );
}
