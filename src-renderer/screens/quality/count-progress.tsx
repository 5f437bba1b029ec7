import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { QualityReport } from '../../../src-shared/quality/model.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { wholeNumber } from '../../ui/text/words.ts'

/** Progress of a count of the catalog, which may wait for the count by another profile. */
export function CountProgress({ counting }: { counting: NonNullable<QualityReport['counting']> }) {
  const { counted, total, isWaiting } = counting
  return (
    <>
      <ProgressBar
        value={total > 0 ? counted / total : null}
        label={t`Counting the catalog`}
        detail={t`${wholeNumber(counted)} of ${plural(total, { one: '# item', other: '# items' })}`}
      />
      {isWaiting && (
        <p className="text-xs text-ink-soft">
          <Trans>Waiting for the count by another profile</Trans>
        </p>
      )}
    </>
  )
}
