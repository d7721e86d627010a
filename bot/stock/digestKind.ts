import type { Calendar } from 'retail-data-client/calendar/calendar';
import { ALL_ROWS, type Askable, TOP_ROWS } from '../ask/asking.ts';
import type { AnswerReader, Labels } from '../ask/reader.ts';
import type { Database } from '../database/connection.ts';
import { type BannerWords, bannerBlocks, statusBanner } from '../digest/banner.ts';
import { digestButtons } from '../digest/buttons.ts';
import type { ChosenSource, DigestFrame, DigestKind } from '../digest/kind.ts';
import { drawParts } from '../figures/report.ts';
import type { Catalog } from '../language/language.ts';
import { EVERYTHING, ofProducts, type Selection } from '../parse/selection.ts';
import { context, header, type Message } from '../slack/message.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import { type StockAnswer, withSelection } from './answer.ts';
import { STOCK_DIGEST } from './digest.ts';
import { resolveStock } from './digestReadiness.ts';
import { latestSnapshot } from './queries.ts';
import type { StockFigures, StockQuestion } from './question.ts';
import type { StockReader } from './reader.ts';
import { stockRows } from './sheet.ts';
import { stockReport } from './view.ts';
import { whyLines } from './why.ts';
import { stockWords } from './words/words.ts';

/** The daily digest of stock: the overview of `/stock`, of a day, in a frame. */
export function stockDigestKind({
  database,
  calendar,
  figures,
  directory,
  products,
  ask,
}: {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly figures: Pick<StockReader, 'stockFigures'>;
  readonly directory: Pick<StoreDirectory, 'stored'>;
  readonly products: Labels;
  readonly ask: (question: StockQuestion) => Askable;
}): DigestKind {
  const read = (source: ChosenSource, most: number) =>
    figures.stockFigures(overviewOf(source, inNumbers(source)), source.showsSales, most, {
      day: source.dataDay,
      orAll: true,
    });
  return {
    ...STOCK_DIGEST,
    needs: () => ['view_stock'],
    derivesFromSales: true,
    dataAt(dueAt) {
      const day = calendar.latestStockDay(dueAt);
      return { day, isOwn: day >= calendar.dayOf(dueAt) };
    },
    resolve: (occasion) => resolveStock(database, calendar, occasion),
    async read(source) {
      const found = await read(source, TOP_ROWS);
      if (found === undefined) return undefined;
      // Digests with the same products in other words share their figures.
      const answerOf = (selection: Selection) => withSelection(found, selection, directory);
      return {
        view: (frame, reader) => inFrame(answerOf(frame.selection), frame, reader),
        why: (reader, seesSales) => whyLines(answerOf(source.selection), reader, seesSales),
      };
    },
    async sheet(source, t) {
      const { dataDay } = source;
      const found = await read(source, ALL_ROWS);
      const { title } = stockWords(t).digest;
      return {
        name: `${stockWords(t).fileName.overview}-${dataDay}`,
        title: title(dataDay),
        ...(found === undefined
          ? { asOf: stockWords(t).source.of(dataDay, ''), columns: [], rows: [] }
          : stockRows(found, { products, t })),
      };
    },
    list: (source) => ask(overviewOf(source, source.selection)),
    async latest(t) {
      const { latest } = stockWords(t).digest;
      const snapshot = await latestSnapshot(database);
      return snapshot === undefined ? latest.none : latest.of(snapshot.businessDate, snapshot.products);
    },
  };
}

/** The question of a digest as its command asks it: for its products, or an overview. */
function overviewOf({ scope, picked }: ChosenSource, selection: Selection): StockFigures {
  return picked.product === undefined || picked.product.isLeftOut
    ? { command: 'stock', kind: 'overview', scope, selection }
    : { command: 'stock', kind: 'products', selection: ofProducts(picked.product.ids) };
}

function inNumbers({ picked: { product } }: ChosenSource): Selection {
  if (product === undefined) return EVERYTHING;
  const { ids, isLeftOut } = product;
  const { without, ...all } = isLeftOut ? EVERYTHING : ofProducts(ids);
  return { ...all, without: isLeftOut ? { ...without, product: { ids, names: [] } } : without };
}

function inFrame(answer: StockAnswer, frame: DigestFrame, reader: AnswerReader): Message {
  const { t } = reader.language;
  const words = stockWords(t).digest;
  const { businessDate } = answer.snapshot;
  const { text, parts, notes } = stockReport(answer, reader);
  const { blocks, left } = drawParts(parts, reader);
  const title = words.title(businessDate);
  const banner = statusBanner(bannerWords(t), businessDate, frame.timeliness, reader.timeZone, t);
  const ownFrom = frame.ownFrom === undefined ? [] : [words.ownFrom(frame.ownFrom)];
  return {
    text: [...(banner === undefined ? [] : [banner]), `${title}: ${text}`].join(' '),
    blocks: [
      header(title),
      ...bannerBlocks(banner, frame.timeliness),
      ...blocks,
      ...digestButtons(frame, t),
      context([...notes(left), ...ownFrom].join(' · ')),
    ],
  };
}

/** Sentences about stock that is late or older than it should be. */
export function bannerWords(t: Catalog): BannerWords {
  const { lateService, quiet, old, unreached, updating } = stockWords(t).digest.banner;
  return {
    lateService,
    quiet,
    unrefreshed(day, { wanted, isUpdating = false, isUnreached = false }) {
      if (isUpdating) return updating(day, wanted);
      return isUnreached ? unreached(day) : old(day);
    },
  };
}
