import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { LinkTabs } from "#app/components/ui/tabs.tsx";
import { useEver } from "#app/components/ui/use-ever.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { can, useSession } from "#app/session/session.ts";
import { DEACTIVATED, INVITED, USERS } from "./addresses.ts";

const InviteDialog = lazily(
  () => import("./invite-dialog.tsx"),
  (module) => module.InviteDialog,
);
const AddUserDialog = lazily(
  () => import("./add-user-dialog.tsx"),
  (module) => module.AddUserDialog,
);
const tabs = [
  { to: USERS, label: texts.active, end: true },
  { to: DEACTIVATED, label: texts.deactivated },
  { to: INVITED, label: texts.invited },
];

/** The shared header of the user lists: tabs for the lists, and a button to invite, or to add somebody. */
export function UsersPage({ children }: { children: ReactNode }) {
  const { profile, features } = useSession();
  const New = features.userInvite ? InviteDialog : AddUserDialog;
  const [inviting, setInviting] = useState(false);
  const opened = useEver(inviting);
  return (
    <Page
      wide
      title={texts.title}
      lead={texts.lead}
      actions={
        can(profile, ["USERS.ADD"]) && (
          <Button tone="primary" icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
            {features.userInvite ? texts.invite : texts.add}
          </Button>
        )
      }
    >
      <LinkTabs label={texts.tabs} tabs={tabs} />
      <div className="pt-4">{children}</div>
      {opened && <New open={inviting} onClose={() => setInviting(false)} />}
    </Page>
  );
}
