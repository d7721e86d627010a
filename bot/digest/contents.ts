import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { DigestKind } from '../database/tables/digest.ts';
import type { ProductNames } from '../products/productNames.ts';
import { createSalesReader } from '../sales/queries.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { Message, Rendering } from '../slack/message.ts';
import { stockDigestMessage } from '../views/digest.ts';
import { NOTHING_READ } from '../views/digestWords.ts';
import { sentenceMessage } from '../views/mistake.ts';
import { type Labels, NUMBERS_ONLY, type Reader } from '../views/reader.ts';
import { salesDigestMessage } from '../views/salesDigest.ts';
import { readFace } from './choice.ts';
import { contentOf } from './digestKey.ts';
import type { DigestContent } from './digestParts.ts';
import { createStockDigestReader } from './figures.ts';
import { figuresAt } from './hour.ts';
import { createReadDigest, type ReadDigest } from './readDigest.ts';
import type { DigestOccasion, RenderDigest } from './render.ts';
import { createFindSales } from './salesTimeliness.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import type { StockDigestReader } from './stockDigest.ts';
import { createFindStock, type Timeliness } from './timeliness.ts';

/** Where digests get their figures and names from. */
export interface ContentParts {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly warehouse: SalesReader & StockDigestReader;
  readonly products: Labels & Pick<ProductNames, 'idsOfGroup'>;
  readonly stores: Labels;
  /** Without it digests have no buttons. */
  readonly sources: DigestSources | undefined;
  readonly log: Logger | undefined;
}

export type DigestContents = Readonly<Record<DigestKind, DigestContent>>;

/** Digests of each kind, and the parts of them that commands and buttons need. */
export interface DigestKit {
  readonly contents: DigestContents;
  readonly draw: DrawDigest;
  readonly read: ReadDigest;
}

/** What each kind of digest is made from, and how it reads. */
export function createDigestKit(parts: ContentParts): DigestKit {
  const read = createReadDigest(parts);
  const draw = createDraw(parts, read);
  const render = createRenderDigest(parts, draw);
  return {
    read,
    draw,
    contents: {
      stock: { findFigures: createFindStock(parts.database, parts.calendar), render },
      sales: { findFigures: createFindSales(parts.warehouse, parts.calendar), render },
    },
  };
}

/** The same out of the database alone: no names, and no buttons. */
export function createPlainContents(database: Database, calendar: Calendar): DigestContents {
  const sales = createSalesReader(database, calendar);
  return createDigestKit({
    database,
    calendar,
    warehouse: { ...sales, ...createStockDigestReader({ database, sales, calendar }) },
    products: { ...NUMBERS_ONLY, idsOfGroup: () => [] },
    stores: NUMBERS_ONLY,
    sources: undefined,
    log: undefined,
  }).contents;
}

/** Reads the figures once; what they look like in each rendering follows from them. */
function createRenderDigest(parts: ContentParts, draw: DrawDigest): RenderDigest {
  return async (occasion) => {
    const { run, subscription, dataDay } = occasion;
    const content = contentOf(run.kind);
    if (content === undefined) throw new TypeError(`This version makes no digests of the kind ${run.kind}.`);
    if (dataDay === undefined) return () => sentenceMessage(NOTHING_READ[content]);
    const face = await readFace(parts.database, { ...run, kind: content });
    const source: DigestSource = { ...run, ...face, content, dataDay };
    const timeliness = timelinessOf(occasion);
    const timeZone = subscription?.timeZone ?? parts.calendar.timeZone;
    const hour = subscription === undefined ? undefined : figuresAt(parts.calendar, subscription, run.dueAt);
    const ownFrom = hour?.isOwn === false && hour.day === dataDay ? hour.ownFrom : undefined;
    return draw(source, { timeliness, timeZone, runId: run.id, ownFrom });
  };
}

/** A bot that is set up after the hour posts today's digest, and it is not late. */
function timelinessOf({ run, subscription, timeliness }: DigestOccasion): Timeliness {
  const isNew = subscription !== undefined && subscription.createdAt > run.dueAt;
  return isNew && timeliness.kind === 'late' ? { kind: 'onTime' } : timeliness;
}

export interface DrawnFor {
  /** The hour that has the day's own figures, where those of the digest are of a day earlier by its hour. */
  readonly ownFrom?: string | undefined;
  readonly timeliness: Timeliness;
  readonly timeZone: string;
  /** Undefined for a preview. */
  readonly runId: number | undefined;
}

/** A digest in each rendering. */
export type DrawDigest = (
  source: DigestSource,
  drawnFor: DrawnFor,
) => Promise<(rendering: Rendering) => Message>;

function createDraw(parts: ContentParts, read: ReadDigest): DrawDigest {
  return async (source, { timeliness, timeZone, runId, ownFrom }) => {
    const digest = await read(source);
    if (digest === undefined) return () => sentenceMessage(NOTHING_READ[source.content]);
    const sourceId = await kept(parts, source, runId);
    const frame = { timeliness, choice: source.products, sourceId, ownFrom };
    const reader = (rendering: Rendering): Reader => ({
      locale: source.locale,
      rendering,
      timeZone,
      products: parts.products,
      stores: parts.stores,
    });
    return (rendering) =>
      digest.kind === 'sales'
        ? salesDigestMessage(digest.sales, frame, reader(rendering))
        : stockDigestMessage(digest.stock, frame, reader(rendering));
  };
}

/** Buttons are a help and no part of the digest: without a place to keep its source it comes without them. */
async function kept(
  { sources, log }: ContentParts,
  source: DigestSource,
  runId: number | undefined,
): Promise<string | undefined> {
  try {
    return await sources?.keep(source, runId);
  } catch (error) {
    log?.error({ err: error }, 'the source of a digest could not be stored; it goes out without buttons');
    return undefined;
  }
}
