import { recordPickers } from './forms.ts';
import { recordHome } from './home.ts';
import { testRecording } from './recording.ts';

testRecording({
  name: 'home',
  about: 'App Home of every kind of person, and what its buttons bring',
  recorded: { hasHome: true, hasForms: false },
  record: recordHome,
});

testRecording({
  name: 'pickers',
  about: 'what selects offer while somebody types',
  record: recordPickers,
});
