import { lazily } from "#app/components/ui/lazily.tsx";

/** Within the form of a message: maps the variables of its links. */
export const UrlVariables = lazily(
  () => import("./url-variables-window.tsx"),
  (module) => module.UrlVariablesWindow,
);
