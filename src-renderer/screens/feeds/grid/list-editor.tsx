import { Combobox as Base } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ListKind } from '../../../../src-shared/catalog/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { optionClass, usePopupPlace, useSurroundingsKept } from '../../../ui/popup.tsx'
import type { Option } from '../../../ui/select.tsx'
import { wholeNumber } from '../../../ui/words.ts'
import { type EditorProps, editorClass, onwardOf } from './cell-editor.tsx'
import { type GridColumn, isClosed, storedText } from './grid-columns.ts'

const shownEntries = 50
/** Stands for an empty cell; no stored text is this one. */
const nothing: Option = { value: '', label: 'Not given' }

/** One of a list: the choices of the column, or the entries of a lookup list found by typing. */
export function ListEditor({ column, held, initial, isReplacing, commit, leave }: EditorProps) {
  const place = usePopupPlace()
  const field = useRef<HTMLInputElement>(null)
  useSurroundingsKept(true, field)
  const [text, setText] = useState(initial)
  const [isTouched, setTouched] = useState(isReplacing)
  const highlighted = useRef<Option>(undefined)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const stored = storedText(column, held)
  const wanted = isTouched ? text.trim() : ''
  const { options, status } = useOptions(column, wanted)

  /** What the words in the field would store, when no option is taken. */
  const typed = () =>
    isClosed(column) && !options.some(({ value }) => value === storedText(column, text))
      ? undefined
      : storedText(column, text)
  const finish = (onward: 'stay' | 'down' | 'up' | 'left' | 'right') => {
    if (!isTouched) return onward === 'stay' ? leave() : commit(stored, onward)
    const next = wanted === '' ? null : highlighted.current ? highlighted.current.value : typed()
    if (next === undefined) leave()
    else commit(next === '' ? null : next, onward)
  }
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventBaseUIHandler?.()
      leave()
    } else if (event.key === 'Tab' || (event.key === 'Enter' && !highlighted.current)) {
      event.preventDefault()
      event.preventBaseUIHandler?.()
      finish(onwardOf(event, false) ?? 'stay')
    }
  }
  return (
    <Base.Root
      items={options}
      filter={null}
      open
      autoHighlight={wanted !== ''}
      inputValue={text}
      value={null}
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return
        setTouched(true)
        setText(next)
      }}
      onItemHighlighted={(option: Option | undefined) => {
        highlighted.current = option
      }}
      onValueChange={(option: Option | null) => {
        if (option) commit(option.value === '' ? null : option.value, 'down')
      }}
      itemToStringLabel={(option: Option) => option.label}
    >
      <Base.Input
        ref={field}
        aria-label={column.title}
        placeholder={column.lookup ? 'Name or identifier' : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => finish('stay')}
        className={clsx(editorClass, 'placeholder:text-ink-faint')}
      />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={3} align="start" className="z-40">
          <Base.Popup className="popup flex max-h-[min(20rem,var(--available-height))] w-[max(14rem,var(--anchor-width))] flex-col">
            <Base.Empty className="px-3 py-2 text-sm text-ink-faint empty:hidden">
              Nothing matches.
            </Base.Empty>
            <Base.List className="min-h-0 overflow-y-auto p-1 empty:hidden">
              {(option: Option) => (
                // The field keeps the focus, or it would be left before the choice is made.
                <Base.Item
                  key={option.value}
                  value={option}
                  onMouseDown={(event) => event.preventDefault()}
                  className={clsx(optionClass, option === nothing && 'text-ink-faint')}
                >
                  {option.value === stored && <Check className="col-start-1 size-3.5" aria-label="Chosen" />}
                  <span className="col-start-2">{option.label}</span>
                </Base.Item>
              )}
            </Base.List>
            {status && (
              <Base.Status className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">
                {status}
              </Base.Status>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface Offered {
  options: readonly Option[]
  status: string | undefined
}

/** What is offered for the words typed so far. */
function useOptions(column: GridColumn, wanted: string): Offered {
  const found = useLookup(column.lookup, wanted)
  const folded = wanted.toLowerCase()
  const offered = column.lookup
    ? found.options
    : (column.choices ?? []).filter(
        ({ value, label }) => label.toLowerCase().includes(folded) || value.toLowerCase().includes(folded),
      )
  const isNew =
    !isClosed(column) &&
    /^\S+$/.test(wanted) &&
    !found.isPending &&
    !offered.some(({ value }) => value === wanted)
  const options = [
    ...offered,
    ...(isNew ? [{ value: wanted, label: `Use ${wanted}` }] : []),
    ...(wanted === '' ? [nothing] : []),
  ]
  return { options, status: found.status }
}

function useLookup(kind: ListKind | undefined, text: string) {
  const found = useQuery(
    rpc.catalog.lookup.queryOptions({
      input: { kind: kind ?? 'brand', text, limit: shownEntries },
      enabled: kind !== undefined,
    }),
  )
  const entries = found.data?.entries ?? []
  const total = found.data?.total ?? 0
  return {
    options: entries.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
    isPending: kind !== undefined && found.isPending,
    status:
      kind !== undefined && found.isPending
        ? 'Searching…'
        : total > entries.length
          ? `${wholeNumber(entries.length)} of ${wholeNumber(total)}. Type to narrow down.`
          : undefined,
  }
}
