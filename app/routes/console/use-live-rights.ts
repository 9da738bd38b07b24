import { useRevalidator } from "react-router";
import { forgetAnswers } from "#app/data/query.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { forgetSession } from "#app/session/session.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";

/** Updates menu and screens without a page reload when somebody changes this user's permissions. */
export function useLiveRights({ uId, roles }: Profile): void {
  const { revalidate } = useRevalidator();
  const reload = () => {
    // An answer given under other rights may hold a phone number that is masked now.
    forgetAnswers();
    forgetSession();
    void revalidate();
  };
  useEvent(
    "rightsChanged",
    (data) => {
      if (data.uId === uId || data.roles.some((role) => roles.includes(role))) reload();
    },
    reload,
  );
}
