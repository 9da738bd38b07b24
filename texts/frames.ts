/** Texts around a page in a frame. */
export const framesTexts = {
  silent: "This page is not responding",
  silentText: (host: string) =>
    `${host} may be down, or may not allow this page inside the console. Try again, or open it in a new tab.`,
  newTab: "Open in a new tab",
} as const;
