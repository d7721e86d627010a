import { config } from 'zod/v4/core';

/** zod reads this while schemas are made, so it must be set before any of them is imported. */
config({ jitless: true });
