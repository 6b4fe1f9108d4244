import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { VERSION: JSON.stringify("test") },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 60_000,
    // The built binary is run by many tests at once; more workers than cores only make them time out.
    maxWorkers: 2,
  },
});
