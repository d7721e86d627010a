import { readCommandsOf, recordQuestions } from './commands.ts';
import { testRecording } from './recording.ts';

testRecording({
  name: 'stores',
  about: 'everything that is typed behind /stores, and what stands below the answers',
  record: (recorder) => recordQuestions(recorder, readCommandsOf('stores')),
});
