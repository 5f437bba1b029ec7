import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FeedChoice, OutboxFeed, OutboxOverview } from '../../../../src-shared/feeds/outbox/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { useFeedAction } from './use-feed-action.ts'

/** Reason why a feed of another service is not sent. */
export const elsewhereText = ({ address, username }: NonNullable<OutboxFeed['elsewhere']>): string =>
  t`Kept for ${address} (${username}), which is not connected now`

/** The feeds of a service that is not connected, with actions to send, withdraw or reassign them. */
export function FeedsElsewhere({ service }: { service: OutboxOverview['elsewhere'][number] }) {
  const { address, username, waiting, followed } = service
  const [choice, setChoice] = useState<Exclude<FeedChoice, 'hold'>>()
  const rehome = useMutation(rpc.outbox.rehome.mutationOptions(useFeedAction(t`Nothing was changed`)))
  const dialogs = {
    send: {
      title: t`Send the waiting feeds to the connected service?`,
      description: t`They were queued for ${address} (${username}), and are sent to the service that is connected now.`,
      label: t`Send`,
    },
    withdraw: {
      title: t`Take the waiting feeds back as drafts?`,
      description: t`They leave the outbox; what they hold becomes drafts again.`,
      label: t`Take back`,
    },
    same: {
      title: t`Is the connected service the same one at another address?`,
      description: t`All feeds of ${address} (${username}) continue at the connected service: waiting feeds are sent there, sent feeds are tracked there.`,
      label: t`It is the same service`,
    },
  }
  const dialog = dialogs[choice ?? 'send']
  return (
    <Notice
      tone="warn"
      title={t`Feeds of another service`}
      actions={
        <>
          {waiting > 0 && (
            <>
              <Button size="small" onClick={() => setChoice('send')}>
                <Trans>Send to the connected service…</Trans>
              </Button>
              <Button size="small" onClick={() => setChoice('withdraw')}>
                <Trans>Take back as drafts…</Trans>
              </Button>
            </>
          )}
          <Button size="small" onClick={() => setChoice('same')}>
            <Trans>It is the same service…</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        {address} ({username}): {plural(waiting, { one: '# feed waits', other: '# feeds wait' })},{' '}
        {plural(followed, { one: '# sent feed is open', other: '# sent feeds are open' })}. They go on when
        that service is connected again.
      </Trans>
      <ConfirmDialog
        open={choice !== undefined}
        onOpenChange={(open) => !open && setChoice(undefined)}
        title={dialog.title}
        description={dialog.description}
        confirmLabel={dialog.label}
        busy={rehome.isPending}
        onConfirm={() => {
          if (choice === undefined) return
          rehome.mutate({ address, username, choice }, { onSettled: () => setChoice(undefined) })
        }}
      />
    </Notice>
  )
}
