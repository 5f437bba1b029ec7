import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanBarcode } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import type { CatalogRow, ItemPick } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame, inputClass } from '../../ui/inputs/field.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import type { InputProps } from './inputs.tsx'
import { itemQuestion, itemWords, mayBeItemId, onlyItem, pickWords } from './item-pick.ts'

/**
 * The catalog item that a Content+ feed is about, found by words, by a printed product code, or by a
 * scanner, which types the code and presses Enter. The item's identifier is stored, and only that of a
 * chosen item or one that a person confirms.
 */
export function ItemInput({ field, frame }: Pick<InputProps, 'field' | 'frame'>) {
  const [isChoosing, setChoosing] = useState(false)
  const current = useQuery(
    rpc.catalog.itemRow.queryOptions({ input: { id: field.value }, enabled: field.value !== '' }),
  ).data
  if (field.value === '' || isChoosing)
    return (
      <ItemSearch
        frame={frame}
        hasItem={field.value !== ''}
        onChoose={(id) => {
          setChoosing(false)
          field.change(id)
        }}
        onKeep={() => setChoosing(false)}
      />
    )
  return (
    <FieldFrame {...frame} help={undefined}>
      {(ids) => (
        <div className="flex min-w-0 items-center gap-3 rounded-md border border-line bg-surface p-2">
          <ItemCard row={current ?? undefined} id={field.value} isKnown={current !== null} />
          <Button {...ids} size="small" onClick={() => setChoosing(true)}>
            <Trans>Choose another</Trans>
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}

/** Picture, name, brand and code of an item. */
function ItemCard({ row, id, isKnown }: { row: CatalogRow | undefined; id: string; isKnown: boolean }) {
  return (
    <>
      <Thumbnail url={row?.thumbnail} placeholder={row?.placeholder} className="size-12" />
      <span className="min-w-0 flex-1 text-sm">
        {row ? (
          <Link href={`/catalog/${encodeURIComponent(id)}`} className="block font-medium hover:underline">
            {row.name || t`No name`}
          </Link>
        ) : (
          <span className="block font-medium">
            {isKnown ? id : t`No item of this computer’s catalog has this identifier`}
          </span>
        )}
        <span className="tabular block text-xs text-ink-faint">{itemWords(row, id)}</span>
      </span>
    </>
  )
}

interface ItemSearchProps {
  frame: InputProps['frame']
  /** Whether the field already has an item, which can be kept. */
  hasItem: boolean
  onChoose: (id: string) => void
  onKeep: () => void
}

function ItemSearch({ frame, hasItem, onChoose, onKeep }: ItemSearchProps) {
  const queries = useQueryClient()
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [failure, setFailure] = useState<string>()
  const typed = text.trim()
  const found = useQuery({ ...itemQuestion(text), enabled: typed !== '' })
  const pick = typed === '' ? undefined : found.data
  const rows = pick?.rows ?? []

  /**
   * Requests the items for the typed text, without waiting for the list (a scanner is faster), and chooses
   * the only match.
   */
  const chooseOnlyMatch = async () => {
    setFailure(undefined)
    const answer = await queries.fetchQuery(itemQuestion(text)).catch((error: unknown) => {
      setFailure(errorMessage(error))
      return undefined
    })
    if (!answer) return
    const only = onlyItem(answer)
    if (only) onChoose(only.id)
    else if (!answer.isCode) {
      const chosen = answer.rows[active]
      if (chosen && found.data === answer) onChoose(chosen.id)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed !== '') {
      // When several items share a code, a person must pick one with an arrow key first.
      const chosen = pick?.isCode && rows.length > 1 ? rows[active - 1] : undefined
      if (chosen) onChoose(chosen.id)
      else void chooseOnlyMatch()
    } else if (event.key === 'ArrowDown') setActive(Math.min(lastOf(pick), active + 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1))
    else if (event.key === 'Escape' && hasItem) onKeep()
    else return
    event.preventDefault()
  }
  const highlighted = pick?.isCode && rows.length > 1 ? active - 1 : active
  return (
    <div className="flex flex-col gap-1.5">
      <FieldFrame {...frame} help={failure ? undefined : helpOf(frame.help)} error={failure ?? frame.error}>
        {(ids) => (
          <span className="relative">
            <ScanBarcode
              className="pointer-events-none absolute top-2 start-2.5 size-4 text-ink-faint"
              aria-hidden
            />
            <input
              {...ids}
              role="combobox"
              aria-expanded={rows.length > 0}
              aria-controls={listId}
              aria-activedescendant={rows[highlighted] ? `${listId}-${highlighted}` : undefined}
              aria-required={frame.required}
              autoComplete="off"
              spellCheck={false}
              placeholder={t`Name, brand, GTIN or identifier; or scan it`}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setActive(0)
                setFailure(undefined)
              }}
              onKeyDown={onKeyDown}
              className={`${inputClass(frame.error !== undefined)} h-8 ps-8`}
            />
          </span>
        )}
      </FieldFrame>
      {hasItem && (
        <div>
          <Button size="small" variant="ghost" onClick={onKeep}>
            <Trans>Keep the current item</Trans>
          </Button>
        </div>
      )}
      <p role="status" className="text-xs text-ink-soft empty:hidden">
        {pick && pickWords(pick, typed)}
      </p>
      <div id={listId} role="listbox" aria-label={t`Items found`} className="flex flex-col empty:hidden">
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={row.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === highlighted}
            onClick={() => onChoose(row.id)}
            className={`flex cursor-default items-center gap-3 rounded-md p-1.5 text-sm hover:bg-hover ${index === highlighted ? 'bg-highlight' : ''}`}
          >
            <Thumbnail url={row.thumbnail} placeholder={row.placeholder} className="size-9" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{row.name || t`No name`}</span>
              <span className="tabular block truncate text-xs text-ink-faint">{itemWords(row, row.id)}</span>
            </span>
          </div>
        ))}
      </div>
      {pick && mayBeItemId(pick, typed) && (
        <div>
          <Button size="small" onClick={() => onChoose(typed)}>
            <Trans>Use the identifier {typed} as it is</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Highest index that the arrow keys reach. When several items share a code, index 0 means that none is
 * chosen.
 */
const lastOf = (pick: ItemPick | undefined): number =>
  pick === undefined ? 0 : pick.isCode && pick.rows.length > 1 ? pick.rows.length : pick.rows.length - 1

const helpOf = (help: InputProps['frame']['help']) =>
  help && t`Find the item. The feed refers to it by the service’s identifier.`
