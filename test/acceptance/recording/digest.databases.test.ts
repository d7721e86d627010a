import { readCommands, readCommandsOf, recordCommands } from './commands.ts';
import { recordFormsOf } from './forms.ts';
import { testRecording } from './recording.ts';

testRecording({
  name: 'digest',
  about: 'everything that is typed behind /digest, one after the other',
  record: (recorder) => recordCommands(recorder, readCommandsOf('digest')),
});

testRecording({
  name: 'digestTimes',
  about: 'the hours, deadlines and pauses of a digest, one after the other',
  record: (recorder) => recordCommands(recorder, readCommands('digestTimes')),
});

testRecording(recordFormsOf('digest'));
