import { recordCommand } from './commandTests.ts';

recordCommand('sales');
