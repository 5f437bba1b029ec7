import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import type { Drafting } from './use-drafting.ts'

/** Progress of a draft that is being created, with a button that stops it. */
export function DraftingProgress({ drafting, total }: { drafting: Drafting; total: number }) {
  const { done, isStopping, stop } = drafting
  return (
    <div className="flex flex-col gap-3 py-2">
      <ProgressBar
        value={total > 0 ? done / total : null}
        label={t`Making the draft`}
        detail={t`${wholeNumber(done)} of ${wholeNumber(total)}`}
      />
      <p className="tabular flex items-center justify-between text-xs text-ink-faint" role="status">
        <Trans>
          {wholeNumber(done)} of <Plural value={total} one="# item" other="# items" />
        </Trans>
        <Button size="small" busy={isStopping} onClick={stop}>
          <Trans>Cancel</Trans>
        </Button>
      </p>
    </div>
  )
}
