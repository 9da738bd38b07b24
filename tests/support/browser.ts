import { test as base, expect } from "@playwright/test";

export { expect };

/** Console errors of a frame that may not load, and of a test's own script in the browser's error page for it. */
export const REFUSED = [/ERR_FAILED|Access is denied for this document/];

interface Fixtures {
  /**
   * Patterns of console errors that this test means to cause, such as the browser's own note about a 403. Give one to
   * `test.use`: of two, Playwright takes the second for options of the first.
   */
  expectedErrors: RegExp[];
  noUnexpectedErrors: void;
}

/** Playwright's `test`, failing on problems that only the browser's console shows: errors and policy violations. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  noUnexpectedErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
      };
      // Chromium reports a Content-Security-Policy violation as a console error too.
      context.on("console", (message) => {
        if (message.type() === "error") note(`console: ${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (webError) =>
        note(`page: ${webError.error().stack ?? webError.error().message}`),
      );
      await use();
      // A call that a test answers with changes, and that is on its way as the test ends, is nobody's failure.
      const routed = [context, ...context.pages()];
      await Promise.all(routed.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
      expect(errors, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});
