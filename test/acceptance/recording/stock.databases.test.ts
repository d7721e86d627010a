import { readCommandsOf, recordQuestions } from './commands.ts';
import { recordFormsOf } from './forms.ts';
import { testRecording } from './recording.ts';

testRecording({
  name: 'stock',
  about: 'everything that is typed behind /stock, and what stands below the answers',
  record: (recorder) => recordQuestions(recorder, readCommandsOf('stock')),
});

testRecording(recordFormsOf('stock'));
