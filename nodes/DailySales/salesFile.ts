import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CSV_STYLE, CSV_STYLES } from 'retail-data-client/csv/csv';
import { FILE_FORMATS, type FileFormat, salesHead, salesLines } from 'retail-data-client/csv/salesFile';
import { InvalidInputError } from 'retail-data-client/portable';
import { oneOf, text } from '../service/inputs.ts';
import type { Item } from '../service/item.ts';
import type { SalesDates } from './period.ts';
import type { SalesRequest } from './request.ts';
import type { SalesReader } from './salesReader.ts';

const MIME_TYPE: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/** One item with the sales as a file in it. The rows themselves need not stay in memory. */
export async function fileItem(
  item: Item,
  reader: SalesReader,
  { dates }: SalesRequest,
): Promise<INodeExecutionData[]> {
  const { format, style, binaryProperty } = readFileChoice(item.options);
  const parts = [Buffer.from(salesHead(format, style))];
  let rows = 0;
  for await (const batch of reader.sales().batches()) {
    parts.push(Buffer.from(salesLines(batch, format, style)));
    rows += batch.length;
  }
  const fileName = salesFileName(dates, format);
  const { helpers } = item.context;
  const binary = await helpers.prepareBinaryData(Buffer.concat(parts), fileName, MIME_TYPE[format]);
  return [
    {
      json: { rows, fileName, from: dates.from ?? null, to: dates.to ?? null },
      binary: { [binaryProperty]: binary },
    },
  ];
}

function readFileChoice(options: IDataObject) {
  const binaryProperty = text(options.binaryProperty ?? 'data').trim();
  if (!/^[A-Za-z_][\w-]*$/.test(binaryProperty)) {
    throw new InvalidInputError({
      field: 'binaryProperty',
      value: options.binaryProperty,
      expected: 'the name of a field such as data: letters, digits, _ and -',
    });
  }
  return {
    format: oneOf('fileFormat', text(options.fileFormat ?? 'csv'), FILE_FORMATS),
    style: CSV_STYLE[oneOf('csvStyle', text(options.csvStyle ?? 'international'), CSV_STYLES)],
    binaryProperty,
  };
}

/** daily-sales_2026-11-14_2026-11-20.csv, daily-sales_2026-11-20.csv of one day, daily-sales_from_2026-11-20.csv without an end */
function salesFileName({ from, to }: SalesDates, format: FileFormat): string {
  const dates = [...new Set([from, to])].filter((date) => date !== undefined);
  const open =
    dates.length === 0 || (from !== undefined && to !== undefined) ? [] : [from ? 'from' : 'until'];
  return `${['daily-sales', ...open, ...dates].join('_')}.${format}`;
}
