import { z } from "zod";

/** Before any schema is made: else zod tries whether it may compile code, which the Content-Security-Policy reports. */
z.config({ jitless: true });
