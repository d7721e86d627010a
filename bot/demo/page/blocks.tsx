import type { ContextBlockElement } from '@slack/types';
import type { JSX } from 'preact';
import type { MessageBlock } from '../../slack/message.ts';
import { Chart } from './chart.tsx';
import { Element, Unknown } from './elements.tsx';
import { Field } from './field.tsx';
import { DataTable } from './table.tsx';
import { Text } from './text.tsx';

/** Blocks of a message, a modal or App Home. */
export function Blocks({ of }: { of: readonly object[] }): JSX.Element {
  return (
    <>
      {of.map((block, at) => (
        <One key={blockKey(block, at)} block={asBlock(block)} at={at} />
      ))}
    </>
  );
}

function One({ block, at }: { block: MessageBlock; at: number }): JSX.Element {
  const blockId = block.block_id ?? String(at);
  switch (block.type) {
    case 'section':
      return (
        <div class="section">
          <div>
            <Text of={block.text} />
            {block.fields !== undefined && (
              <div class="fields">
                {block.fields.map((each, nth) => (
                  <div key={nth}>
                    <Text of={each} />
                  </div>
                ))}
              </div>
            )}
          </div>
          {block.accessory !== undefined && <Element of={block.accessory} blockId={blockId} />}
        </div>
      );
    case 'header':
      return (
        <h3>
          <Text of={block.text} />
        </h3>
      );
    case 'divider':
      return <hr />;
    case 'context':
      return (
        <p class="context">
          {block.elements.map((each, nth) => (
            <ContextElement key={nth} of={each} />
          ))}
        </p>
      );
    case 'actions':
      return (
        <div class="actions">
          {block.elements.map((each, nth) => (
            <Element key={each.action_id ?? nth} of={each} blockId={blockId} />
          ))}
        </div>
      );
    case 'input':
      return <Field block={block} blockId={blockId} />;
    case 'data_table':
      return <DataTable caption={block.caption} rows={block.rows} pageSize={block.page_size ?? 5} />;
    case 'data_visualization':
      return <Chart title={block.title} chart={block.chart} />;
    default:
      return <Unknown of={block} />;
  }
}

function ContextElement({ of }: { of: ContextBlockElement }): JSX.Element {
  return of.type === 'image' ? (
    <Unknown of={of} />
  ) : (
    <span>
      <Text of={of} />
    </span>
  );
}

/** The bot's blocks are checked by the stand-in; one of a type that isn't drawn here is shown as it came. */
function asBlock(block: object): MessageBlock {
  return block as MessageBlock;
}

function blockKey(block: object, at: number): string {
  return 'block_id' in block && typeof block.block_id === 'string' ? block.block_id : String(at);
}
