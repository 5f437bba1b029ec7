import type { CheckOutcome, RebuildOutcome, UpkeepState } from '../../../src-shared/workspace/model.ts'
import { Notice } from '../../ui/notice.tsx'
import { counted, relativeTime } from '../../ui/words.ts'

/** What the last check and the last rebuild came to. */
export function UpkeepOutcomes({ state: { lastCheck, lastRebuild } }: { state: UpkeepState }) {
  return (
    <div role="status" className="flex flex-col gap-2 text-xs empty:hidden">
      {lastCheck && <Checked outcome={lastCheck} />}
      {lastRebuild && <Rebuilt outcome={lastRebuild} />}
    </div>
  )
}

function Checked({ outcome: { state, findings, note, endedAt } }: { outcome: CheckOutcome }) {
  if (state === 'failed')
    return (
      <Notice tone="bad" title="The check could not be finished">
        {note}
      </Notice>
    )
  if (state === 'cancelled')
    return <p className="text-ink-faint">The check was stopped {relativeTime(endedAt)}, before its end.</p>
  if (findings.length === 0)
    return <p className="text-good">Checked {relativeTime(endedAt)}: everything is in order.</p>
  return (
    <Notice tone="warn" title={counted(findings.length, 'finding')}>
      <ul className="list-disc pl-4">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Rebuilt({ outcome }: { outcome: RebuildOutcome }) {
  const { state, items, damaged, milliseconds, note, endedAt } = outcome
  if (state === 'failed')
    return (
      <Notice tone="bad" title="The rebuild could not be finished">
        {note}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <p className="text-ink-faint">
        The rebuild was stopped {relativeTime(endedAt)}. Everything is found as before.
      </p>
    )
  return (
    <>
      <p className="text-good">
        Rebuilt {relativeTime(endedAt)} from {counted(items, 'item')} in {(milliseconds / 1000).toFixed(1)}{' '}
        seconds.
      </p>
      {damaged > 0 && (
        <Notice tone="warn" title={`${counted(damaged, 'stored item')} can no longer be read`}>
          They are kept, and not found. Sync everything again, or restore a backup, to have them back.
        </Notice>
      )}
    </>
  )
}
