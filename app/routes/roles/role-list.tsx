import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { rolesTexts as texts } from "#texts/roles.ts";
import type { PermissionGroup } from "#workers/contract/endpoints/roles.ts";
import { permissions } from "#workers/contract/permissions.ts";
import { type Editor, obstacleOf } from "./role-draft.ts";
import { whoChanged } from "./role-menu.tsx";
import { hasDefaults, type RoleEditing } from "./use-role-draft.ts";

/** The narrow layout: one role at a time, with its permissions as a list. */
export function RoleList({
  groups,
  editing,
  editor,
}: {
  groups: readonly PermissionGroup[];
  editing: RoleEditing;
  editor: Editor;
}) {
  const [chosen, setChosen] = useState("1");
  const role = editing.roles.find(({ id }) => String(id) === chosen);
  if (!role) return null;
  const held = editing.held(role);
  return (
    <div className="grid gap-4">
      <Field label={texts.role}>
        <Select
          value={chosen}
          options={editing.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setChosen}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.8125rem] text-muted">
        <span className="tabular-nums">{texts.counted(held.size, permissions.length)}</span>
        <span>{whoChanged(role)}</span>
        {editor.mayEdit && (
          <Button
            size="sm"
            icon={<RotateCcw aria-hidden />}
            disabledReason={hasDefaults(role, held) ? texts.isDefault : undefined}
            onClick={() => editing.reset(role)}
          >
            {texts.reset}
          </Button>
        )}
      </div>
      {groups.map((group) => (
        <Card key={group.id} className="p-4">
          <fieldset>
            <legend className="float-left mb-2 flex w-full items-center justify-between gap-2 font-semibold">
              {group.name}
              <Badge>
                {texts.counted(group.value.filter(({ value }) => held.has(value)).length, group.value.length)}
              </Badge>
            </legend>
            <div className="clear-both grid gap-2">
              {group.value.map(({ value, name }) => {
                const obstacle = obstacleOf(editor, role, value);
                const changed = held.has(value) !== role.permissions.includes(value);
                return (
                  <Checkbox
                    key={value}
                    label={
                      changed ? (
                        <span className="rounded bg-warning-soft px-1 text-warning-ink">{name} *</span>
                      ) : (
                        name
                      )
                    }
                    hint={obstacle && obstacle !== "readOnly" ? texts[obstacle] : undefined}
                    checked={held.has(value)}
                    disabled={obstacle !== undefined}
                    onChange={(on) => editing.set(role, [value], on)}
                  />
                );
              })}
            </div>
          </fieldset>
        </Card>
      ))}
    </div>
  );
}
