import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useKeyBindings } from '../../shell/commands/key-bindings.ts'
import { itemCommands } from '../../shell/commands/shortcuts.tsx'
import { IconButton } from '../../ui/button.tsx'
import { printedKeys } from '../../ui/text/strokes.ts'
import { wholeNumber } from '../../ui/text/words.ts'

/** Index of an item in the list it was opened from, and steps to its neighbors. */
export interface ListPosition {
  /** 0-based; null if the item is not in the list; undefined while loading. */
  index: number | null | undefined
  total: number
  hasNext: boolean
  hasPrevious: boolean
  step: (by: number) => void
}

/** "12 of 3,412" with previous and next buttons. */
export function ItemSteps({ place: { index, total, hasNext, hasPrevious, step } }: { place: ListPosition }) {
  const { keysOf } = useKeyBindings()
  if (index === undefined) return null
  if (index === null)
    return (
      <span className="text-xs text-ink-faint print:hidden">
        <Trans>Not in this search</Trans>
      </span>
    )
  return (
    <nav aria-label={t`Items of this search`} className="flex items-center gap-0.5 print:hidden">
      <span role="status" className="tabular me-1 text-xs whitespace-nowrap text-ink-soft">
        <Trans>
          {wholeNumber(index + 1)} of {wholeNumber(total)}
        </Trans>
      </span>
      <IconButton
        size="small"
        label={itemCommands.previous.label}
        keys={printedKeys(keysOf(itemCommands.previous))}
        disabled={!hasPrevious}
        icon={<ChevronUp className="size-4" aria-hidden />}
        onClick={() => step(-1)}
      />
      <IconButton
        size="small"
        label={itemCommands.next.label}
        keys={printedKeys(keysOf(itemCommands.next))}
        disabled={!hasNext}
        icon={<ChevronDown className="size-4" aria-hidden />}
        onClick={() => step(1)}
      />
    </nav>
  )
}
