import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type {
  CheckOutcome,
  RebuildOutcome,
  ReclaimOutcome,
  UpkeepState,
} from '../../../../src-shared/workspace/model.ts'
import { Notice } from '../../../ui/layout/notice.tsx'
import { byteSize, oneDigit, relativeTime } from '../../../ui/text/words.ts'

/** The outcomes of the last check, the last rebuild and the last reclaiming of space. */
export function UpkeepOutcomes({ state: { lastCheck, lastRebuild, lastReclaim } }: { state: UpkeepState }) {
  return (
    <div role="status" className="flex flex-col gap-2 text-xs empty:hidden">
      {lastCheck && <CheckResult outcome={lastCheck} />}
      {lastRebuild && <RebuildResult outcome={lastRebuild} />}
      {lastReclaim && <ReclaimResult outcome={lastReclaim} />}
    </div>
  )
}

function CheckResult({ outcome: { state, findings, note, endedAt } }: { outcome: CheckOutcome }) {
  if (state === 'failed')
    return (
      <Notice tone="bad" title={t`The check could not be finished`}>
        {note}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <p className="text-ink-faint">
        <Trans>The check was stopped {relativeTime(endedAt)}, before its end.</Trans>
      </p>
    )
  if (findings.length === 0)
    return (
      <p className="text-good">
        <Trans>Checked {relativeTime(endedAt)}: everything is in order.</Trans>
      </p>
    )
  return (
    <Notice tone="warn" title={plural(findings.length, { one: '# finding', other: '# findings' })}>
      <ul className="list-disc ps-4">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </Notice>
  )
}

function RebuildResult({ outcome }: { outcome: RebuildOutcome }) {
  const { state, items, damaged, milliseconds, note, endedAt } = outcome
  if (state === 'failed')
    return (
      <Notice tone="bad" title={t`The rebuild could not be finished`}>
        {note}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <p className="text-ink-faint">
        <Trans>The rebuild was stopped {relativeTime(endedAt)}. Searches work as before.</Trans>
      </p>
    )
  return (
    <>
      <p className="text-good">
        <Trans>
          Rebuilt {relativeTime(endedAt)} from <Plural value={items} one="# item" other="# items" /> in{' '}
          {oneDigit(milliseconds / 1000)} seconds.
        </Trans>
      </p>
      {damaged > 0 && (
        <Notice
          tone="warn"
          title={t`${plural(damaged, { one: '# stored item', other: '# stored items' })} can no longer be read`}
        >
          <Trans>
            They are kept, but cannot be searched. Sync everything again, or restore a backup, to have them
            back.
          </Trans>
        </Notice>
      )}
    </>
  )
}

function ReclaimResult({ outcome: { state, before, after, note, endedAt } }: { outcome: ReclaimOutcome }) {
  const gained = byteSize(Math.max(0, before - after))
  const now = byteSize(after)
  if (state === 'failed')
    return (
      <Notice tone="bad" title={t`The space could not be reclaimed`}>
        {note}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <p className="text-ink-faint">
        <Trans>
          Reclaiming was stopped {relativeTime(endedAt)}. {gained} were returned to the system until then.
        </Trans>
      </p>
    )
  if (after >= before)
    return (
      <p className="text-ink-faint">
        <Trans>Looked {relativeTime(endedAt)}: the database had no free space to return.</Trans>
      </p>
    )
  return (
    <p className="text-good">
      <Trans>
        Reclaimed {relativeTime(endedAt)}: {gained} were returned to the system. The database now takes {now}.
      </Trans>
    </p>
  )
}
