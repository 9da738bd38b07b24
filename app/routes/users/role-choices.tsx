import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { usersTexts as texts } from "#texts/users.ts";
import { isRole, roles as roleTable } from "#workers/contract/roles.ts";

/** Checkboxes for the six roles; a problem is shown with them. */
export function RoleChoices({
  id,
  roles,
  error,
  disabled = false,
  onChange,
}: {
  id: string;
  roles: readonly number[];
  error?: string | undefined;
  disabled?: boolean;
  onChange: (roles: number[]) => void;
}) {
  const errorId = `${id}-error`;
  const toggle = (role: number, on: boolean) =>
    onChange(on ? [...roles, role].toSorted() : roles.filter((each) => each !== role));
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="font-semibold">{texts.rolesLegend}</legend>
      <p className="mb-2 text-[0.8125rem] text-muted">{texts.rolesHint}</p>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {Object.keys(roleTable)
          .map(Number)
          .filter(isRole)
          .map((role, index) => (
            <Checkbox
              key={role}
              {...(index === 0 && { id })}
              label={roleTable[role].name}
              checked={roles.includes(role)}
              disabled={disabled}
              aria-invalid={error ? true : undefined}
              onChange={(on) => toggle(role, on)}
            />
          ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1 text-[0.8125rem] font-medium text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
