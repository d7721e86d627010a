import { recordCommand } from './commandTests.ts';

recordCommand('stock');
