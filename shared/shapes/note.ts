import * as z from 'zod/mini';

/** Sentences for an agent, in place of the hints that a person sees. */
export const agentNote = z.strictObject({ note: z.string() });
