import { readCommandsOf, recordQuestions } from './commands.ts';
import { recordFormsOf } from './forms.ts';
import { testRecording } from './recording.ts';

testRecording({
  name: 'sales',
  about: 'everything that is typed behind /sales, and what stands below the answers',
  record: (recorder) => recordQuestions(recorder, readCommandsOf('sales')),
});

testRecording(recordFormsOf('sales'));
