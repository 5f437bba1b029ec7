import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

interface LabelTextProps<T> {
  /** A query that reads the text of a photograph. */
  query: UseQueryResult<T>
  onCancel: () => void
  /** Shows the result. */
  children: (result: T) => ReactNode
}

/** The progress of reading the text of a photograph, and then its result. */
export function LabelText<T>({ query, onCancel, children }: LabelTextProps<T>) {
  if (query.data !== undefined) return children(query.data)
  const again = (
    <Button size="small" onClick={() => void query.refetch()}>
      <Trans>Read the text</Trans>
    </Button>
  )
  if (query.isFetching)
    return (
      <div className="flex flex-col gap-2">
        <p role="status" className="text-sm">
          <Trans>Reading the text of the label, which takes a few seconds…</Trans>
        </p>
        <ProgressBar value={null} label={t`Reading the text of the label`} />
        <div>
          <Button size="small" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </div>
    )
  if (query.error)
    return (
      <Notice tone="bad" title={t`The text could not be read`} actions={again}>
        {errorMessage(query.error)}
      </Notice>
    )
  return <Notice title={t`The text was not read`} actions={again} />
}

/** Shown if nothing of a label can be used. */
export const NothingLegible = ({ lines, children }: { lines: number; children: ReactNode }) => (
  <p className="text-sm text-ink-soft">
    {lines === 0 ? t`No text could be read in the photograph.` : children}{' '}
    <Trans>
      Photograph the table of nutrients straight from the front, so that it fills the picture, sharp and
      without glare.
    </Trans>
  </p>
)
