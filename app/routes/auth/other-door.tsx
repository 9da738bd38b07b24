import { useLocation } from "react-router";
import { accountTexts as account } from "#texts/account.ts";
import { authTexts as auth } from "#texts/auth.ts";
import { EntryLink } from "./entry-form.tsx";

/** Links from sign-in to sign-up, and from every other page to sign-in. */
export function OtherDoor() {
  const { pathname } = useLocation();
  const signingIn = ["/login", "/login/organisation"].includes(pathname) || pathname.endsWith("/redirect");
  return (
    <p className="flex flex-wrap items-baseline justify-end gap-x-2 text-[0.8125rem]">
      <span className="text-muted max-sm:sr-only">{signingIn ? account.noAccount : account.haveAccount}</span>
      {signingIn ? (
        <EntryLink to="/signup">{account.signUp}</EntryLink>
      ) : (
        <EntryLink to="/login">{auth.signInLink}</EntryLink>
      )}
    </p>
  );
}
