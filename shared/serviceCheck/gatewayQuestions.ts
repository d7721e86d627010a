import { valueAt } from '../errors/valueAt.ts';
import { storesOperation } from '../operations/stores.ts';
import { differs, type Finding, type Findings, held, unclear } from './finding.ts';
import { type Answer, headerOf, type Interview } from './interview.ts';
import { textsAt } from './textAt.ts';

const PATH = storesOperation.path;
/** No service has a parameter of this name. */
const NO_PARAMETER = 'checkServiceUnknown';

/** Asks what stands before the operations: keys and parameters. Each question is about one store at most. */
export async function askAboutGateway(interview: Interview, all: Answer): Promise<Findings> {
  const id = textsAt(all.records, 'storeId').find((text) => /^[1-9]\d{0,8}$/.test(text)) ?? '1';
  const one = { storeId: id };
  return {
    missingKey: judgeKey(await interview.ask(PATH, one, 'none')),
    wrongKey: judgeKey(await interview.ask(PATH, one, 'wrong')),
    unknownParameter: judgeUnknownParameter(await interview.ask(PATH, { ...one, [NO_PARAMETER]: '1' })),
  };
}

function judgeKey(answer: Answer): Finding {
  if (answer.status === 0 || isRedirect(answer)) return unclear(answer.why);
  if (answer.status === 200) return differs('answered with 200, as if the key were right');
  return answer.status === 401 ? held(answer.why) : differs(answer.why);
}

function judgeUnknownParameter(answer: Answer): Finding {
  if (answer.status === 0 || isRedirect(answer)) return unclear(answer.why);
  if (answer.status === 200) return differs('ignored: answered with 200');
  return answer.status === 400 ? held(answer.why) : differs(answer.why);
}

/** What every answer of the check says about the way to the service. */
export function judgeAnswers(interview: Interview): Findings {
  const answers = interview.answers.filter(({ status }) => status > 0);
  const good = answers.filter(({ status }) => status === 200);
  const redirect = answers.find(isRedirect);
  return {
    redirect:
      redirect === undefined
        ? held(`none in ${answers.length} answers`)
        : differs(`${redirect.status} to ${headerOf(redirect, 'location') ?? 'no address'}`),
    contentType: judgeContentType(good),
    gzip: judgeGzip(good),
    refusalBody: judgeRefusals(answers.filter(({ status }) => status >= 400)),
    throttle: judgeThrottle(interview.stockRefusal),
  };
}

function isRedirect({ status }: Answer): boolean {
  return status >= 300 && status < 400;
}

function judgeContentType(good: readonly Answer[]): Finding {
  if (good.length === 0) return unclear('no answer with 200');
  const labels = [...new Set(good.map((answer) => headerOf(answer, 'content-type') ?? 'no label'))];
  return labels.every((label) => /[/+]json\b/i.test(label))
    ? held(labels.join(', '))
    : differs(labels.join(', '));
}

/** Small answers are left as they are by many servers. */
const WORTH_COMPRESSING = 2_000;

function judgeGzip(good: readonly Answer[]): Finding {
  const large = good.filter(({ text }) => text.length >= WORTH_COMPRESSING);
  if (large.length === 0) return unclear(`no answer of ${WORTH_COMPRESSING} characters or more`);
  const compressed = large.filter((answer) => /gzip/i.test(headerOf(answer, 'content-encoding') ?? ''));
  const seen = `${compressed.length} of ${large.length} large answers`;
  return compressed.length === large.length ? held(seen) : differs(seen);
}

function judgeRefusals(refusals: readonly Answer[]): Finding {
  const [first] = refusals;
  if (first === undefined) return unclear('nothing was refused');
  const odd = refusals.find(({ text }) => typeof valueAt(parsed(text), ['message']) !== 'string');
  if (odd === undefined) return held(first.text);
  return differs(
    odd.text.trim() === '' ? `an empty body with ${odd.status}` : `with ${odd.status}: ${odd.text}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function judgeThrottle(refusal: Answer | undefined): Finding {
  if (refusal === undefined) return unclear('no stock call was refused, and none is provoked');
  const retryAfter = headerOf(refusal, 'retry-after');
  const seen = `${refusal.status} ${retryAfter === undefined ? 'without Retry-After' : `with Retry-After: ${retryAfter}`}`;
  if (![429, 403, 503].includes(refusal.status))
    return unclear(`refused, but perhaps for another reason: ${seen}`);
  return refusal.status === 429 && retryAfter !== undefined ? held(seen) : differs(seen);
}
