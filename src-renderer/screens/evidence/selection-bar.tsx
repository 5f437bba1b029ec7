import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import type { FindingSelection } from './use-finding-selection.ts'

interface SelectionBarProps {
  selection: FindingSelection
  /** Number of findings of the list that nobody has decided about. */
  undecided: number
  /** Whether a person can agree with findings of this list. */
  mayAgree: boolean
  busy: boolean
  onAgree: () => void
  onDismiss: () => void
}

/** Number of findings left to decide about, and the decision about all selected ones. */
export function SelectionBar({
  selection,
  undecided,
  mayAgree,
  busy,
  onAgree,
  onDismiss,
}: SelectionBarProps) {
  const { count } = selection
  return (
    <section
      aria-label={t`Selected findings`}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-b border-line bg-surface px-3 py-1"
    >
      <p role="status" className="tabular min-w-0 flex-1 text-xs text-ink-soft">
        {count > 0
          ? t`${plural(count, { one: '# selected', other: '# selected' })} of ${wholeNumber(undecided)} left`
          : plural(undecided, { one: '# left to decide', other: '# left to decide' })}
      </p>
      {count === 0 ? (
        undecided > 0 && (
          <Button size="small" variant="ghost" onClick={selection.selectAll}>
            <Trans>Select all</Trans>
          </Button>
        )
      ) : (
        <>
          {mayAgree && (
            <Button size="small" busy={busy} onClick={onAgree}>
              <Plural value={count} one="Agree with #" other="Agree with #" />
            </Button>
          )}
          <Button size="small" busy={busy} onClick={onDismiss}>
            <Plural value={count} one="Dismiss #…" other="Dismiss #…" />
          </Button>
          <Button size="small" variant="ghost" onClick={selection.clear}>
            <Trans>Clear</Trans>
          </Button>
        </>
      )}
    </section>
  )
}
