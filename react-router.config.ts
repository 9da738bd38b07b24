import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // A press never waits for the list of routes, every link can be prefetched, and no id in an address leaves for a list.
  routeDiscovery: { mode: "initial" },
  // A screen is one file, which has one way to be loaded.
  splitRouteModules: false,
} satisfies Config;
