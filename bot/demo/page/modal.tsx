import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Blocks } from './blocks.tsx';
import { missingIn, valuesOf } from './field.tsx';
import { IconButton } from './icon.tsx';
import { SurfaceProvider, usePage } from './page.ts';
import { Dialog } from './popup.tsx';
import type { Values, View } from './protocol.ts';

/** The modal in front. What is filled in stays while others lie in front of it. */
export function Modals({ channel }: { channel: string | undefined }): JSX.Element | null {
  const { modals } = usePage().snapshot;
  const filled = useRef(new Map<string, Values>());
  const open = new Set(modals.map(({ id }) => id));
  for (const id of filled.current.keys()) if (!open.has(id)) filled.current.delete(id);
  const front = modals.at(-1);
  if (front === undefined) return null;
  return (
    <Modal
      key={front.id}
      view={front}
      isOnTop={modals.length > 1}
      channel={channel}
      filled={filled.current}
    />
  );
}

interface ModalProps {
  readonly view: View;
  readonly isOnTop: boolean;
  readonly channel: string | undefined;
  readonly filled: Map<string, Values>;
}

function Modal({ view, isOnTop, channel, filled }: ModalProps): JSX.Element {
  const { act, words } = usePage();
  const { title, submit, close, blocks } = viewOf(view.view);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [trouble, setTrouble] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [, redraw] = useState(0);
  const values = valuesOf(blocks, filled.get(view.id) ?? {}, channel);
  filled.set(view.id, values);
  useEffect(() => setErrors({}), [view.hash]);

  const send = async () => {
    const missing = missingIn(blocks, values);
    setErrors(Object.fromEntries(missing.map((id) => [id, words.required])));
    if (missing.length > 0 || submit === undefined) return;
    setTrouble(undefined);
    setBusy(true);
    const answer = await act({ kind: 'submit', viewId: view.id, values: withFileIds(values) });
    setBusy(false);
    setErrors(answer.errors ?? {});
    setTrouble(answer.error);
  };
  const leave = (all: boolean) => void act({ kind: 'close', viewId: view.id, all });

  return (
    <Dialog
      label={title?.text ?? ''}
      title={
        <>
          {isOnTop && <IconButton name="back" label={words.back} onClick={() => leave(false)} />}
          <h2>{title?.text}</h2>
          <IconButton name="close" label={words.close} onClick={() => leave(true)} />
        </>
      }
      onClose={() => leave(!isOnTop)}
      onSubmit={send}
      footer={
        <>
          <button type="button" class="button" onClick={() => leave(!isOnTop)}>
            {close?.text ?? words.cancel}
          </button>
          {submit !== undefined && (
            <button type="submit" class="button primary" disabled={isBusy} aria-busy={isBusy}>
              {submit.text}
            </button>
          )}
        </>
      }
    >
      <SurfaceProvider
        value={{
          place: { kind: 'view', viewId: view.id },
          channel,
          values,
          errors,
          set(blockId, actionId, value) {
            filled.set(view.id, { ...filled.get(view.id), [blockId]: { [actionId]: value } });
            setErrors(({ [blockId]: _, ...others }) => others);
            redraw((count) => count + 1);
          },
        }}
      >
        {trouble !== undefined && (
          <p class="error" role="alert">
            {trouble}
          </p>
        )}
        <Blocks of={blocks} />
      </SurfaceProvider>
    </Dialog>
  );
}

interface Drawn {
  readonly title?: { readonly text: string };
  readonly submit?: { readonly text: string };
  readonly close?: { readonly text: string };
  readonly blocks: readonly object[];
}

export function viewOf(view: object): Drawn {
  return { blocks: [], ...view };
}

/** The stand-in knows the files by their ids. */
function withFileIds(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([block, elements]) => [
      block,
      Object.fromEntries(
        Object.entries(elements).map(([action, value]) => [
          action,
          Array.isArray(value.files)
            ? { ...value, files: value.files.map(({ id }: { id: string }) => ({ id })) }
            : value,
        ]),
      ),
    ]),
  );
}
