import { MailX, Send } from "lucide-react";
import { call, request } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { RoleBadges } from "#app/components/role-badges.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { usersTexts as texts } from "#texts/users.ts";
import { can, useSession } from "#app/session/session.ts";
import {
  type Invitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "#workers/contract/endpoints/invitations.ts";

/** One invitation per row, with buttons to resend and to revoke it. Its link is only in the mail. */
export function InvitationsTable({ invitations }: { invitations: readonly Invitation[] }) {
  const { profile } = useSession();
  const confirm = useConfirm();
  const toast = useToast();
  const { failure, setFailure, send } = useSend();
  const mayInvite = can(profile, ["USERS.ADD"]);
  const resend = ({ id }: Invitation) =>
    send(
      () => request(resendInvitation, { params: { id } }),
      ({ payload }) =>
        patch(listInvitations, undefined, (now) => ({
          ...now,
          invitations: now.invitations.map((each) => (each.id === id ? payload : each)),
        })),
    );
  const revoke = async ({ id, emailId }: Invitation) => {
    setFailure("");
    const done = await confirm({
      title: texts.revokeTitle(emailId),
      text: texts.revokeText,
      confirmLabel: texts.revoke,
      run: () => call(revokeInvitation, { params: { id } }),
    });
    if (!done) return;
    toast.success(texts.revoked(emailId));
    void invalidate(listInvitations);
  };
  return (
    <>
      <Failure text={failure} className="mb-3" />
      <Table caption={texts.invitations}>
        <thead>
          <tr>
            <Th>{texts.email}</Th>
            <Th>{texts.roles}</Th>
            <Th>{texts.invitedBy}</Th>
            <Th>{texts.sentAt}</Th>
            <Th>{texts.validUntil}</Th>
            {mayInvite && <Th>{texts.actions}</Th>}
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <RowTh className="max-w-72 min-w-48 [overflow-wrap:anywhere]">{invitation.emailId}</RowTh>
              <Td className="min-w-40">
                <RoleBadges roles={invitation.roles} />
              </Td>
              <Td className="max-w-48 min-w-32 [overflow-wrap:anywhere]">{invitation.invitedBy}</Td>
              <TimeTd at={invitation.sentAt} />
              {invitation.expired ? (
                <Td>
                  <Badge tone="warning">{texts.expired}</Badge>
                </Td>
              ) : (
                <TimeTd at={invitation.expiresAt} />
              )}
              {mayInvite && (
                <Td>
                  <span className="flex gap-1">
                    <IconButton
                      size="sm"
                      label={texts.resendTo(invitation.emailId)}
                      icon={<Send aria-hidden />}
                      onClick={() => void resend(invitation)}
                    />
                    <IconButton
                      size="sm"
                      tone="danger"
                      side="left"
                      label={texts.revokeOf(invitation.emailId)}
                      icon={<MailX aria-hidden />}
                      onClick={() => void revoke(invitation)}
                    />
                  </span>
                </Td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
