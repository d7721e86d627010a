import * as z from 'zod/mini';

/** zod reads this while schemas are made, so it must be set before any of them is imported. */
z.config({ jitless: true });
