import clsx from 'clsx'
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useFormStore, useLeaf, useLength, useSlice } from '../../form/form-store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { wholeNumber } from '../../ui/words.ts'

interface ItemListProps {
  selected: number
  onSelect: (index: number) => void
  /** Errors by item. */
  errors: ReadonlyMap<number, number>
  /** What an added item starts as. */
  newItem: unknown
  /** Nothing stands below it: it may take all the height there is. */
  tall: boolean
}

/** The items of a feed: which one is in the form, where errors are; add, copy and remove. */
export function ItemList({ selected, onSelect, errors, newItem, tall }: ItemListProps) {
  const store = useFormStore()
  const length = useLength(['item'])
  const add = (item: unknown) => {
    store.insert(['item'], item)
    onSelect(length)
  }
  const remove = () => {
    const items = store.at(['item'])
    if (Array.isArray(items))
      store.set(
        ['item'],
        items.filter((_, index) => index !== selected),
      )
    onSelect(Math.max(0, Math.min(selected, length - 2)))
  }
  return (
    <section aria-label="Items of this feed" className="flex min-h-0 flex-col gap-1">
      <header className="flex h-7 items-center justify-between pl-2">
        <h2 className="text-xs font-semibold text-ink-soft">
          Items <span className="tabular font-normal text-ink-faint">{wholeNumber(length)}</span>
        </h2>
        {length > 0 && (
          <span className="flex">
            <IconButton
              size="small"
              label={`Copy item ${selected + 1}`}
              icon={<Copy className="size-3.5" aria-hidden />}
              onClick={() => add(store.at(['item', selected]))}
            />
            <IconButton
              size="small"
              label={`Remove item ${selected + 1}`}
              icon={<Trash2 className="size-3.5" aria-hidden />}
              disabled={length < 2}
              onClick={remove}
            />
          </span>
        )}
      </header>
      <ol className={clsx('flex min-h-0 flex-col gap-px overflow-y-auto', !tall && 'max-h-56')}>
        {Array.from({ length }, (_, index) => (
          <ItemEntry
            // The selection goes by place, as the paths of problems do.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            index={index}
            errors={errors.get(index) ?? 0}
            isSelected={index === selected}
            onSelect={onSelect}
          />
        ))}
      </ol>
      <Button
        size="small"
        variant="ghost"
        icon={<Plus className="size-3.5" aria-hidden />}
        onClick={() => add(newItem)}
        className="justify-start!"
      >
        Add item
      </Button>
    </section>
  )
}

interface ItemEntryProps {
  index: number
  errors: number
  isSelected: boolean
  onSelect: (index: number) => void
}

function ItemEntry({ index, errors, isSelected, onSelect }: ItemEntryProps) {
  const title = useLeaf(['item', index, 'ecommerceTitle'])
  const id = useLeaf(['item', index, 'id'])
  const code = useSlice(['item', index, 'productCodes', 0, 'text'])
  const name = title || id || (typeof code === 'string' && code) || 'Untitled item'
  return (
    <li>
      <button
        type="button"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onSelect(index)}
        className={clsx(
          'flex h-7 w-full cursor-default items-center gap-2 rounded-sm px-2 text-left text-sm focus-visible:-outline-offset-2',
          isSelected ? 'bg-pressed font-medium' : 'text-ink-soft hover:bg-hover hover:text-ink',
        )}
      >
        <span className="tabular w-4 shrink-0 text-xs text-ink-faint">{index + 1}</span>
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {errors > 0 && (
          <span className="tabular rounded-full bg-bad-wash px-1.5 text-2xs font-medium text-bad">
            {errors}
            <span className="sr-only"> {errors === 1 ? 'error' : 'errors'}</span>
          </span>
        )}
      </button>
    </li>
  )
}
