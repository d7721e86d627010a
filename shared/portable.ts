/** The client for a host that forbids building code from text, as n8n's checks do. */
import { z } from 'zod';

z.config({ jitless: true });

export * from './index.ts';
