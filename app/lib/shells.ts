/** The routes around the screens of somebody who is signed in; they load the session. A route's id is its file. */
export const SHELLS = ["routes/console", "routes/console/workspace"] as const;

export const isShell = (id: string | undefined): boolean => SHELLS.some((shell) => shell === id);
