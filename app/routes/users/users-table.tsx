import { ShieldCheck, ShieldOff } from "lucide-react";
import { Presence } from "#app/components/presence.tsx";
import { RoleBadges } from "#app/components/role-badges.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { RowLink, RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import type { ListColumn, ListColumns } from "#app/kit/use-list-columns.tsx";
import { usersTexts as texts } from "#texts/users.ts";
import { useSession } from "#app/session/session.ts";
import type { User } from "#workers/contract/endpoints/users.ts";

/** Columns of the list that can be hidden and moved. */
export const USER_COLUMNS: readonly ListColumn<User>[] = [
  {
    id: "roles",
    name: texts.roles,
    head: "max-sm:hidden",
    cell: ({ roles }) => (
      <Td className="min-w-40 max-sm:hidden">
        <RoleBadges roles={roles} />
      </Td>
    ),
  },
  {
    id: "status",
    name: texts.status,
    cell: ({ agentStatus }) => (
      <Td>
        <Presence status={agentStatus} />
      </Td>
    ),
  },
  {
    id: "twoFactor",
    name: texts.twoFactor,
    cell: (user) => (
      <Td>
        <TwoFactor user={user} />
      </Td>
    ),
  },
  {
    id: "lastSignIn",
    name: texts.lastSignIn,
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? <Td>{texts.never}</Td> : <TimeTd at={lastLoginAt} />),
  },
];

/** One user per row; the whole row leads to the user's panel, by a real link that fills it. */
export function UsersTable({
  users,
  columns: { heads, cells },
  addressOf,
}: {
  users: readonly User[];
  columns: ListColumns<User>;
  addressOf: (id: string) => string;
}) {
  const { profile } = useSession();
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          {heads}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.uId} className="relative">
            <RowTh className="max-w-80 min-w-56">
              <span className="flex items-center gap-3">
                <Avatar name={user.name} />
                <span className="min-w-0">
                  <span className="flex items-baseline gap-1.5">
                    <RowLink to={addressOf(user.uId)}>{user.name}</RowLink>
                    {user.uId === profile.uId && (
                      <span className="text-[0.8125rem] font-normal text-muted">({texts.you})</span>
                    )}
                  </span>
                  <span
                    className="block truncate text-[0.8125rem] font-normal text-muted"
                    title={user.emailId}
                  >
                    {user.emailId}
                  </span>
                  {/* In a narrow window the roles have no column. */}
                  <span className="mt-1 block sm:hidden">
                    <RoleBadges roles={user.roles} />
                  </span>
                </span>
              </span>
            </RowTh>
            {cells(user)}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function TwoFactor({ user: { twoFactor } }: { user: User }) {
  const on = twoFactor !== "off";
  return (
    <Badge
      tone={on ? "success" : "neutral"}
      icon={on ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}
    >
      {texts.twoFactors[twoFactor]}
    </Badge>
  );
}
