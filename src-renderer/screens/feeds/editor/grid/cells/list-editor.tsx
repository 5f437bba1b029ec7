import { Combobox as Base } from '@base-ui/react/combobox'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ListKind } from '../../../../../../src-shared/catalog/model.ts'
import { useLookup, useLookupMatch } from '../../../../../form/inputs/use-lookup.ts'
import { OptionList } from '../../../../../ui/inputs/option-list.tsx'
import { isExactly, optionMatches } from '../../../../../ui/inputs/option-matches.ts'
import type { Option } from '../../../../../ui/inputs/select.tsx'
import { useKeepPageAccessible } from '../../../../../ui/overlays/popup.tsx'
import { toast } from '../../../../../ui/overlays/toast.tsx'
import { type GridColumn, isClosed, storedText } from '../columns/grid-columns.ts'
import type { MoveDirection } from '../grid-context.ts'
import { type EditorProps, editorClass, moveDirectionOf } from './editor-props.ts'

/** Option for an empty cell; no stored text has this value. */
const nothing: Option = { value: '', label: t`Not given` }

/** Editor for a list: the choices of the column, or lookup entries found by typing. */
export function ListEditor({ column, held, initial, isReplacing, commit, leave }: EditorProps) {
  const field = useRef<HTMLInputElement>(null)
  useKeepPageAccessible(true, field)
  const [text, setText] = useState(initial)
  const [isTouched, setTouched] = useState(isReplacing)
  const highlighted = useRef<Option>(undefined)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const stored = storedText(column, held)
  const wanted = isTouched ? text.trim() : ''
  const { options, unlistedOption, status } = useOptions(column, wanted)
  const findMatch = useLookupMatch()

  /** Stores a text that is not in the list, as a paste does. The check of the draft marks the cell. */
  const keepUnlisted = (direction: MoveDirection) => {
    const next = storedText(column, text)
    if (column.lookup || isClosed(column))
      toast.tell(
        t`“${wanted}” is not in the list of ${column.title}`,
        t`The cell keeps the text, so that you can fix it.`,
      )
    commit(next, direction)
  }
  /**
   * Commits the first match of a lookup, also if the list does not show it yet, or, when the cell is left,
   * the entry that the text names exactly. Without a match, the text is stored.
   */
  const commitMatch = async (kind: ListKind, direction: MoveDirection, isLeft: boolean) => {
    try {
      const id = await findMatch({ kind, text: wanted }, isLeft)
      if (id === undefined) keepUnlisted(direction)
      else commit(id, direction)
    } catch (error) {
      toast.failed(t`“${wanted}” could not be looked up`, error)
      commit(storedText(column, text), direction)
    }
  }
  const finish = (direction: MoveDirection, isLeft = false) => {
    if (!isTouched) return direction === 'stay' ? leave() : commit(stored, direction)
    if (wanted === '') return commit(null, direction)
    if (column.lookup && (isLeft || !highlighted.current))
      return void commitMatch(column.lookup, direction, isLeft)
    const exact = options.find((option) => isExactly(option, wanted))
    const option = isLeft ? exact : (highlighted.current ?? exact ?? options[0])
    if (option) commit(option.value === '' ? null : option.value, direction)
    else keepUnlisted(direction)
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
      finish(moveDirectionOf(event, false) ?? 'stay')
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
      onItemHighlighted={(option: Option | undefined, { reason }) => {
        // An option that is not a list entry must be highlighted by the person; automatic highlighting does
        // not count.
        highlighted.current =
          reason === 'none' && unlistedOption && option?.value === unlistedOption.value ? undefined : option
      }}
      onValueChange={(option: Option | null) => {
        if (option) commit(option.value === '' ? null : option.value, 'down')
      }}
      itemToStringLabel={(option: Option) => option.label}
    >
      <Base.Input
        ref={field}
        aria-label={column.title}
        placeholder={column.lookup ? t`Name or identifier` : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => finish('stay', true)}
        className={clsx(editorClass, 'placeholder:text-ink-faint')}
      />
      <OptionList
        held={stored ?? undefined}
        status={status}
        keepsFocus
        className="w-[max(14rem,var(--anchor-width))]"
      />
    </Base.Root>
  )
}

interface LookupOptions {
  options: readonly Option[]
  /** The option for a value that is not in the list. */
  unlistedOption: Option | undefined
  status: string | undefined
}

/** The options for the text typed so far. */
function useOptions(column: GridColumn, wanted: string): LookupOptions {
  const { entries, further: unlistedOption, status } = useLookup({ kind: column.lookup, text: wanted })
  const none = wanted === '' ? [nothing] : []
  if (column.lookup) {
    const options = [...entries, ...(unlistedOption ? [unlistedOption] : []), ...none]
    return { options, unlistedOption, status }
  }
  const offered = optionMatches(column.choices ?? [], wanted, { withSimilar: isClosed(column) })
  const isNew = !isClosed(column) && /^\S+$/.test(wanted) && !offered.some(({ value }) => value === wanted)
  const options = [...offered, ...(isNew ? [{ value: wanted, label: t`Use ${wanted}` }] : []), ...none]
  return { options, unlistedOption: undefined, status }
}
