import { recordCommand } from './commandTests.ts';

recordCommand('access');
