/** What stands around a page in a frame. */
export const frames = {
  silent: "This page has not answered",
  silentText: (host: string) =>
    `${host} may be down, or refuse to be shown inside the console. Try again, or open the page by itself.`,
  newTab: "Open in a new tab",
} as const;
