import { Ellipsis, RotateCcw } from "lucide-react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { rolesTexts } from "#texts/roles.ts";
import type { RoleSet } from "#workers/contract/endpoints/roles.ts";
import { hasDefaults, type RoleEditing } from "./use-role-draft.ts";

const texts = rolesTexts;

/** The actions on a whole role, and its last change. */
export function RoleMenu({ role, editing }: { role: RoleSet; editing: RoleEditing }) {
  const isDefault = hasDefaults(role, editing.held(role));
  return (
    <Menu
      header={<p className="max-w-64 text-xs text-muted">{whoChanged(role)}</p>}
      button={
        <IconButton size="sm" label={rolesTexts.resetRole(role.name)} icon={<Ellipsis aria-hidden />} />
      }
      entries={[
        {
          label: texts.reset,
          icon: <RotateCcw aria-hidden />,
          reason: isDefault ? texts.isDefault : undefined,
          onSelect: () => editing.reset(role),
        },
      ]}
    />
  );
}

/** The author and time of a role's last change. */
export const whoChanged = ({ updatedBy, updatedAt }: RoleSet): string =>
  updatedAt === null ? texts.unchanged : texts.changedBy(updatedBy, formatMoment(updatedAt));
