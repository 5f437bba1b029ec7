import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { SyncState } from '../../../src-shared/sync/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { dateAndTime, plannedTime, useTick } from '../../ui/text/words.ts'
import { failureAdvice, pauseTitles } from './run-words.ts'

interface RunNoticeProps {
  sync: SyncState
  setState: (state: SyncState) => void
  onContinue: () => void
  busy: boolean
}

/** Explains why no run is active, and what a person can do: after a pause, a failure or an interruption. */
export function RunNotice({ sync, setState, onContinue, busy }: RunNoticeProps) {
  useTick()
  const resume = useMutation(
    rpc.sync.resume.mutationOptions({
      onSuccess: setState,
      onError: (error) => toast.failed(t`The sync was not resumed`, error),
    }),
  )
  const { current } = sync
  if (current?.outcome === 'paused') {
    const { reason = 'person', until } = current.pause ?? {}
    return (
      <Notice
        tone="warn"
        title={pauseTitles[reason]}
        actions={
          <Button size="small" busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
            {reason === 'person' ? t`Resume` : t`Try now`}
          </Button>
        }
      >
        {until ? (
          <Trans>
            It continues automatically{' '}
            <time dateTime={until} title={dateAndTime(until)}>
              {plannedTime(until)}, at {dateAndTime(until)}
            </time>
            . The items received so far are kept.
          </Trans>
        ) : (
          current.note
        )}
      </Notice>
    )
  }
  if (current) return null
  const last = sync.history[0]
  if (last?.outcome === 'failed') {
    const { failure } = last
    const retryButton = (
      <Button size="small" busy={busy} onClick={onContinue}>
        <Trans>Try again</Trans>
      </Button>
    )
    return (
      <Notice
        tone="bad"
        title={
          failure === 'credentials' ? t`The service asks for other credentials` : t`The last sync failed`
        }
        actions={
          failure === 'credentials' ? (
            <>
              <ButtonLink size="small" href="/settings">
                <Trans>Open settings</Trans>
              </ButtonLink>
              {retryButton}
            </>
          ) : (
            retryButton
          )
        }
      >
        {last.note ?? t`The service gave no reason.`}
        {failure && failureAdvice[failure] && <> {failureAdvice[failure]}</>}
      </Notice>
    )
  }
  if (last?.outcome === 'interrupted')
    return (
      <Notice
        title={t`The last sync was interrupted`}
        actions={
          <Button size="small" busy={busy} onClick={onContinue}>
            <Trans>Continue</Trans>
          </Button>
        }
      >
        {last.note ?? t`Interrupted because the program ended. Continue to resume where it stopped.`}
      </Notice>
    )
  return null
}
