import type { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import { openApiDocument } from "../openapi.ts";
import { referencePage } from "../reference-page.ts";

/** The API's own description: public, as it reveals nothing about anybody. */
export function referenceRoutes(app: Hono<AppEnv>): void {
  app.get("/api/openapi.json", (c) => c.json(openApiDocument()));
  app.get("/api/docs", (c) => {
    const { html, policy } = referencePage();
    return c.html(html, 200, { "content-security-policy": policy });
  });
}
