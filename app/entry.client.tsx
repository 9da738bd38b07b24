import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { paintBrand } from "#app/lib/brand.ts";
import { reportError, reportErrors } from "#app/lib/report-errors.ts";

// First, so that it hears of whatever breaks from here on.
reportErrors();

// Before anything is painted anew, so that no colour changes under anybody's eyes.
paintBrand();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A screen's error has a page of its own, and so never reaches the window. */}
      <HydratedRouter onError={(error) => reportError("error", error)} />
    </StrictMode>,
  );
});
