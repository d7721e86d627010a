import type { Failure } from '../en/failures.ts';
import type { Catalog } from '../en/index.ts';

interface Words {
  /** Without a full stop. */
  readonly happened: string;
  readonly advice: string;
}

const LATER = 'Prøv igjen om noen minutter.';
const IN_THE_LOG = 'Detaljene står i loggen til appen.';

/** What happened and what to do, by the kind of error. The error's own message is for developers, and is logged. */
const FAILURES: Readonly<Record<Failure['kind'], Words>> = {
  badRequest: {
    happened: 'Datatjenesten godtok ikke forespørselen',
    advice: `Endre spørsmålet. ${IN_THE_LOG}`,
  },
  authentication: {
    happened: 'Datatjenesten avviste appens abonnementsnøkkel',
    advice: 'Be den som drifter appen, om å sjekke nøkkelen og abonnementet.',
  },
  unprocessable: {
    happened: 'Datatjenesten kan ikke utføre dette',
    advice: `Sjekk det du har fylt inn. ${IN_THE_LOG}`,
  },
  rateLimit: { happened: 'Appen har brukt opp kallene til datatjenesten for nå', advice: LATER },
  server: { happened: 'Noe gikk galt hos datatjenesten', advice: LATER },
  timeout: { happened: 'Datatjenesten svarte ikke i tide', advice: LATER },
  deadline: {
    happened: 'Det tok for lang tid å hente alt fra datatjenesten',
    advice: 'Spør om færre dager, eller prøv igjen senere.',
  },
  connection: { happened: 'Appen får ikke kontakt med datatjenesten', advice: LATER },
  redirected: {
    happened: 'Datatjenesten videresendte forespørselen, og appen følger ikke videresendinger',
    advice: 'Be den som drifter appen, om å sjekke adressen til datatjenesten.',
  },
  truncated: { happened: 'Svaret fra datatjenesten stoppet på midten', advice: LATER },
  unexpectedResponse: { happened: 'Appen forstår ikke svaret fra datatjenesten', advice: IN_THE_LOG },
  drift: { happened: 'Tallene endret seg mens appen hentet dem', advice: LATER },
  invalidInput: { happened: 'En av verdiene er ugyldig, så ingenting ble sendt', advice: IN_THE_LOG },
};

/** What an error of a kind means, without a full stop. */
export function happened(kind: Failure['kind']): string {
  return FAILURES[kind].happened;
}

/** Includes the HTTP status, which the person who manages the app asks for first. */
const message = ({ kind, status }: Failure) =>
  `${happened(kind)}${status === undefined ? '' : ` (HTTP ${status})`}.`;
const advice = ({ kind }: Failure) => FAILURES[kind].advice;

export const failures = (): Catalog['failures'] => ({
  sentence: (failure) => `${message(failure)} ${advice(failure)}`,
  message,
  advice,
});
