import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { sharings } from "#workers/contract/own-dashboards.ts";
import { isRole, roles as everyRole } from "#workers/contract/roles.ts";
import { type DashboardDraft, idOf } from "./dashboard-draft.ts";

const ROLES = Object.keys(everyRole).map(Number).filter(isRole);

/** A dashboard's sharing: who sees it, and its roles, where it is shared by them. */
export function SharingFields({
  draft: { sharing, roles },
  change,
  fixed,
  problem,
}: {
  draft: DashboardDraft;
  change: (change: Partial<DashboardDraft>) => void;
  fixed: boolean;
  problem: string | undefined;
}) {
  return (
    <>
      <RadioGroup
        legend={texts.sharing}
        value={sharing}
        disabled={fixed}
        choices={sharings.map((value) => ({
          value,
          label: texts.sharings[value],
          hint: texts.sharingHints[value],
        }))}
        onChange={(next) => change({ sharing: next })}
      />
      {sharing === "roles" && (
        <fieldset id={idOf("roles")} tabIndex={-1} disabled={fixed}>
          <legend className="mb-1.5 font-medium">{texts.roles}</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {ROLES.map((role) => (
              <Checkbox
                key={role}
                label={everyRole[role].name}
                checked={roles.includes(role)}
                onChange={(on) =>
                  change({ roles: ROLES.filter((each) => (each === role ? on : roles.includes(each))) })
                }
              />
            ))}
          </div>
          {problem && <p className="mt-1 text-[0.8125rem] text-danger-ink">{problem}</p>}
        </fieldset>
      )}
    </>
  );
}
