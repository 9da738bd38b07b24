import { Outlet } from "react-router";
import { ErrorPage } from "#app/components/error-page.tsx";
import { shellTexts } from "#texts/shell.ts";
import type { Route } from "./+types/screen.ts";

/** Error boundary of a screen, so that the shell around it stays. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} home={{ to: "/dashboard", label: shellTexts.backToDashboard }} />;
}
