import { Combobox as Base } from '@base-ui/react/combobox'
import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { CatalogRow } from '../../../../../../src-shared/catalog/model.ts'
import {
  itemQuestion,
  itemWords,
  mayBeItemId,
  onlyItem,
  pickWords,
} from '../../../../../form/inputs/item-pick.ts'
import { errorMessage } from '../../../../../rpc/errors.ts'
import { OptionList } from '../../../../../ui/inputs/option-list.tsx'
import type { Option } from '../../../../../ui/inputs/select.tsx'
import { useKeepPageAccessible } from '../../../../../ui/overlays/popup.tsx'
import { toast } from '../../../../../ui/overlays/toast.tsx'
import type { MoveDirection } from '../grid-context.ts'
import { type EditorProps, editorClass, moveDirectionOf } from './editor-props.ts'

const optionOf = (row: CatalogRow): Option => ({
  value: row.id,
  label: row.name || t`No name`,
  note: itemWords(row, row.id),
  picture: { url: row.thumbnail, placeholder: row.placeholder },
})

/**
 * Editor for the catalog item of a row. The item is found by words, by product code, or with a scanner, which
 * types the code and presses Enter. The stored value is the identifier of the chosen item, or an unknown
 * identifier confirmed by a person.
 */
export function ItemEditor({ column, held, initial, isReplacing, commit, leave }: EditorProps) {
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  useKeepPageAccessible(true, field)
  const [text, setText] = useState(initial)
  const [isTouched, setTouched] = useState(isReplacing)
  const [failure, setFailure] = useState<string>()
  const highlighted = useRef<Option>(undefined)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const typed = text.trim()
  const pick = useQuery({ ...itemQuestion(text), enabled: typed !== '' }).data
  const found = typed === '' ? undefined : pick
  const unknownOption: Option | undefined =
    found && isTouched && mayBeItemId(found, typed)
      ? {
          value: typed,
          label: t`Use the identifier ${typed} as it is`,
          note: t`No item of this computer’s catalog has it.`,
        }
      : undefined
  const options = [...(found?.rows ?? []).map(optionOf), ...(unknownOption ? [unknownOption] : [])]
  /** If several items have the code, the first arrow key highlights one; none is preselected. */
  const isAmbiguous = found?.isCode === true && found.total > 1

  /**
   * A scanner is faster than the list, so the text is queried here. A single match of a code or identifier is
   * committed; the first match of words only if the cell is not left.
   */
  const commitMatch = async (direction: MoveDirection, isLeft: boolean) => {
    setFailure(undefined)
    const answer = await queries.fetchQuery(itemQuestion(text)).catch((error: unknown) => {
      setFailure(errorMessage(error))
      return undefined
    })
    const first = answer && !answer.isCode && !isLeft ? answer.rows[0] : undefined
    const chosen = answer && (onlyItem(answer) ?? first)
    if (chosen) commit(chosen.id, direction)
    // On blur without a match, the old value is kept and the focus is not moved. After Enter, the text and
    // the message stay.
    else if (isLeft) {
      toast.tell(
        t`“${typed}” was not stored: it is not exactly one item`,
        held === '' ? t`The cell stays empty.` : t`${held} is kept.`,
      )
      commit(held === '' ? null : held, 'stay')
    }
  }
  const finish = (direction: MoveDirection, isLeft = false) => {
    const chosen = options.find(({ value }) => value === highlighted.current?.value)
    if (!isTouched) return isLeft ? leave() : commit(held === '' ? null : held, direction)
    if (typed === '') return commit(null, direction)
    if (chosen && !isLeft) return commit(chosen.value, direction)
    void commitMatch(direction, isLeft)
  }
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    const isEnd = event.key === 'Enter' || event.key === 'Tab'
    if (event.key !== 'Escape' && !isEnd) return
    event.preventDefault()
    event.preventBaseUIHandler?.()
    if (isEnd) finish(moveDirectionOf(event, false) ?? 'stay')
    else leave()
  }
  const status = failure ?? (found && isTouched ? pickWords(found, typed) : '')
  return (
    <Base.Root
      items={options}
      filter={null}
      open
      autoHighlight={isTouched && !isAmbiguous}
      inputValue={text}
      value={null}
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return
        setTouched(true)
        setFailure(undefined)
        setText(next)
      }}
      onItemHighlighted={(option: Option | undefined, { reason }) => {
        // An option for an unknown identifier must be highlighted by the person; automatic highlighting does
        // not count.
        highlighted.current = reason === 'none' && option?.value === unknownOption?.value ? undefined : option
      }}
      onValueChange={(option: Option | null) => {
        if (option) commit(option.value, 'down')
      }}
      itemToStringLabel={(option: Option) => option.label}
    >
      <Base.Input
        ref={field}
        aria-label={column.title}
        placeholder={t`Name, GTIN or identifier; or scan it`}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onBlur={() => finish('stay', true)}
        className={clsx(editorClass, 'placeholder:text-ink-faint')}
      />
      <OptionList
        held={held === '' ? undefined : held}
        status={status || undefined}
        empty={null}
        keepsFocus
        className="w-[max(26rem,var(--anchor-width))]"
      />
    </Base.Root>
  )
}
