import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { paintBrand } from "#app/lib/brand.ts";

// Before anything is painted anew, so that no colour changes under anybody's eyes.
paintBrand();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
