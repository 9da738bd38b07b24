import { defineConfig } from "vitest/config";

/** The unit tests of the pure modules alone, for Stryker (`npm run mutants:pure`). */
export default defineConfig({
  test: {
    include: [
      "tests/unit/bot-sessions/*.test.ts",
      "tests/unit/customers/*.test.ts",
      "tests/unit/imports/*.test.ts",
      "tests/unit/{chat-counting,csv-cells,message,permissions,roles}.test.ts",
    ],
    environment: "node",
    testTimeout: 60_000,
    // Too slow to be run for each of hundreds of breaks.
    testNamePattern: /^(?!.*10,000 conversations)/,
  },
});
