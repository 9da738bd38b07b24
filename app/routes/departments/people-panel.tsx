import { invalidate, useQueryOf } from "#app/data/query.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { can, useSession } from "#app/session/session.ts";
import { getDepartment, listDepartments, mappedUsers } from "#workers/contract/endpoints/departments.ts";
import { PeopleList } from "./people-list.tsx";

/** The people in a department, and those who can be added to it. */
export function PeoplePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { profile } = useSession();
  const { answer: department, failure, reload } = useQueryOf(getDepartment, { params: { id } });
  const changed = () => {
    reload();
    void invalidate(mappedUsers, { params: { id } });
    void invalidate(listDepartments);
  };
  const list = (mapped: boolean) => (
    <PeopleList id={id} mapped={mapped} mayEdit={can(profile, ["DEPARTMENTS.EDIT"])} onChanged={changed} />
  );
  return (
    <SidePanel
      open
      onClose={onClose}
      className="max-w-[30rem]!"
      title={department ? texts.peopleOf(department.name) : texts.people}
    >
      {failure ? (
        <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
      ) : (
        <>
          <p role="status" className="mb-2 min-h-5 text-muted">
            {department && texts.countOf(department.users)}
          </p>
          {can(profile, ["DEPARTMENTS.EDIT"]) ? (
            <Tabs
              label={texts.tabs}
              items={[
                { id: "members", label: texts.members, content: list(true) },
                { id: "candidates", label: texts.candidates, content: list(false) },
              ]}
            />
          ) : (
            list(true)
          )}
        </>
      )}
    </SidePanel>
  );
}
