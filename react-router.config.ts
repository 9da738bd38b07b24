import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // A press never waits for the list of routes, and a screen is one file, which has one way to be loaded.
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;
