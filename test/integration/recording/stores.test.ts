import { recordCommand } from './commandTests.ts';

recordCommand('stores');
