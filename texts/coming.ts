/**
 * The screens that are not built yet, by address: their name and what is coming there. An entry leaves this table when
 * its screen arrives; app/routes.ts and the side menu follow from it.
 */
export const comingTexts = {
  // outside the shell

  // work

  // configuration
  "/admin/analytics/config": ["Analytics Config", "You will build and share dashboards here."],

  // management

  // inside a bot
} as const satisfies Record<string, readonly [title: string, text: string]>;

export type ComingPath = keyof typeof comingTexts;
