import { Badge } from "#app/components/ui/badge.tsx";
import { isRole, roles as roleTable } from "#workers/contract/roles.ts";

/** A person's roles, in words. */
export function RoleBadges({ roles }: { roles: readonly number[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {roles.filter(isRole).map((role) => (
        <Badge key={role} tone={role === 1 ? "accent" : "neutral"}>
          {roleTable[role].name}
        </Badge>
      ))}
    </span>
  );
}
