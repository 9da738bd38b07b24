import { Badge } from "#app/components/ui/badge.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { rolesTexts as texts } from "#texts/roles.ts";
import type { PermissionGroup } from "#workers/contract/endpoints/roles.ts";
import { permissions } from "#workers/contract/permissions.ts";
import { PermissionBox } from "./permission-box.tsx";
import { type Editor, obstacleOf } from "./role-draft.ts";
import { RoleMenu } from "./role-menu.tsx";
import { useArrowWalk } from "./use-arrow-walk.ts";
import type { RoleEditing } from "./use-role-draft.ts";

/** Permissions by role. Header and first column are sticky; the boxes are one tab stop, navigated by arrow keys. */
export function MatrixTable({
  groups,
  editing,
  editor,
  ownRoles,
}: {
  groups: readonly PermissionGroup[];
  editing: RoleEditing;
  editor: Editor;
  ownRoles: readonly number[];
}) {
  const { roles } = editing;
  const rows = groups.reduce((sum, { value }) => sum + 1 + value.length, 0);
  const walk = useArrowWalk(rows, roles.length);
  // The row index of each group's header among all rows of boxes.
  const starts = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, { value }) => sum + 1 + value.length, 0),
  );
  return (
    // It only handles events of the boxes inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onFocus={walk.onFocus} onKeyDown={walk.onKeyDown}>
      <Table
        caption={texts.matrix}
        className="max-h-[calc(100dvh-15rem)] min-h-64 !overflow-auto [--head-top:0px]"
      >
        <thead>
          <tr>
            <Th className="left-0 z-20 min-w-52">{texts.permission}</Th>
            {roles.map((role) => (
              <Th key={role.id} className="z-10 min-w-24 px-1.5! text-center! whitespace-normal!">
                <span className="flex items-center justify-center gap-1">
                  <span className="text-ink">{role.name}</span>
                  {editor.mayEdit && <RoleMenu role={role} editing={editing} />}
                </span>
                <span className="flex flex-wrap items-center justify-center gap-x-1.5 font-normal whitespace-nowrap tabular-nums">
                  {texts.counted(editing.held(role).size, permissions.length)}
                  {ownRoles.includes(role.id) && <Badge tone="accent">{texts.yours}</Badge>}
                </span>
              </Th>
            ))}
          </tr>
        </thead>
        {groups.map((group, place) => (
          <tbody key={group.id} className="border-b border-line">
            <tr className="bg-sunken">
              <th
                scope="rowgroup"
                className="sticky left-0 border-b border-line bg-sunken px-4 py-1.5 text-left font-semibold"
              >
                {group.name}
              </th>
              {roles.map((role, column) => {
                const free = group.value.filter(({ value }) => !obstacleOf(editor, role, value));
                const held = group.value.filter(({ value }) => editing.held(role).has(value)).length;
                const at = `${starts[place]} ${column}`;
                return (
                  <td key={role.id} className="border-b border-line px-2 py-1 text-center">
                    <PermissionBox
                      at={at}
                      tabbable={walk.isStop(at)}
                      name={texts.group(role.name, group.name)}
                      checked={held === group.value.length}
                      mixed={held > 0 && held < group.value.length}
                      obstacle={
                        free.length > 0
                          ? undefined
                          : obstacleOf(editor, role, group.value[0]?.value ?? "CHAT.HANDLE")
                      }
                      onChange={(on) =>
                        editing.set(
                          role,
                          group.value.map(({ value }) => value),
                          on,
                        )
                      }
                    />
                  </td>
                );
              })}
            </tr>
            {group.value.map(({ value, name }, index) => (
              <tr key={value}>
                <RowTh className="sticky left-0 bg-surface py-1! pl-8! font-normal!">
                  {name}
                  <span className="block font-mono text-[0.6875rem] text-muted">{value}</span>
                </RowTh>
                {roles.map((role, column) => {
                  const at = `${(starts[place] ?? 0) + 1 + index} ${column}`;
                  const held = editing.held(role).has(value);
                  return (
                    <Td key={role.id} className="px-2! py-1! text-center">
                      <PermissionBox
                        at={at}
                        tabbable={walk.isStop(at)}
                        name={texts.cell(role.name, `${group.name}, ${name}`)}
                        checked={held}
                        changed={held !== role.permissions.includes(value)}
                        obstacle={obstacleOf(editor, role, value)}
                        onChange={(on) => editing.set(role, [value], on)}
                      />
                    </Td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </Table>
    </div>
  );
}
