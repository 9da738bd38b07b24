import { RowActions } from "#app/components/ui/row-actions.tsx";
import { FigureTd, FigureTh, RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { can, useSession } from "#app/session/session.ts";
import type { Department } from "#workers/contract/endpoints/departments.ts";

/** One department per row: the name links to its people, the buttons change or delete it. */
export function DepartmentsTable({
  departments,
  addressOf,
  onEdit,
  onRemove,
}: {
  departments: readonly Department[];
  addressOf: (id: string) => string;
  onEdit: (department: Department) => void;
  onRemove: (department: Department) => void;
}) {
  const { profile } = useSession();
  const mayEdit = can(profile, ["DEPARTMENTS.EDIT"]);
  const mayRemove = can(profile, ["DEPARTMENTS.DELETE"]);
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.manager}</Th>
          <FigureTh>{texts.people}</FigureTh>
          {(mayEdit || mayRemove) && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {departments.map((department) => (
          <tr key={department.id} className="relative">
            <RowTh className="max-w-96 min-w-48">
              <RowLink to={addressOf(department.id)}>{department.name}</RowLink>
              {department.desc && (
                <span
                  className="line-clamp-2 text-[0.8125rem] font-normal [overflow-wrap:anywhere] text-muted"
                  title={department.desc}
                >
                  {department.desc}
                </span>
              )}
            </RowTh>
            <Td className="max-w-56 min-w-36 [overflow-wrap:anywhere]">
              {department.manager?.name ?? <span className="text-muted">{texts.noManager}</span>}
            </Td>
            <FigureTd>{department.users}</FigureTd>
            {(mayEdit || mayRemove) && (
              <Td>
                <RowActions
                  edit={mayEdit && { label: texts.edit(department.name), onClick: () => onEdit(department) }}
                  remove={
                    mayRemove && {
                      label: texts.removeOf(department.name),
                      onClick: () => onRemove(department),
                    }
                  }
                />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
