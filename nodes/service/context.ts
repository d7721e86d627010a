import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** What n8n hands to a node: a step of a workflow, a trigger that polls, or the editor that asks for a list. */
export type ServiceContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;
