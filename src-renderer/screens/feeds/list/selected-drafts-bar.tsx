import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { FolderInput, Merge, Send, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { client } from '../../../rpc/client.ts'
import { useWhyNot } from '../../../rpc/me.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useFeedCounts, useSendingText } from '../editor/queue/use-sending-text.ts'
import { deleteDrafts } from './draft-deletion.ts'
import { NameDialog } from './name-dialog.tsx'

/** Undoes a change of several drafts, by the id of one of them. */
const undoGroup = async (id: string): Promise<void> => {
  try {
    await client.feeds.undoDraft({ id })
  } catch (error) {
    toast.failed(t`It was not undone`, error)
  }
}

interface PickedDraftsProps {
  drafts: readonly Draft[]
  onDone: () => void
}

/** Bar above the list while drafts are selected, with the actions for all of them. */
export function SelectedDraftsBar({ drafts, onDone }: PickedDraftsProps) {
  const [, navigate] = useLocation()
  const [openDialog, setOpenDialog] = useState<'group' | 'queue'>()
  const [busy, setBusy] = useState(false)
  const kinds = new Set(drafts.map(({ kind }) => kind))
  const mayQueue = drafts.every(
    ({ errorCount, uncheckedCount, itemCount, isTemplate }) =>
      errorCount === 0 && uncheckedCount === 0 && itemCount > 0 && !isTemplate,
  )
  const runAction = async (failureTitle: string, action: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await action()
      onDone()
    } catch (error) {
      toast.failed(failureTitle, error)
    } finally {
      setBusy(false)
    }
  }
  const join = () =>
    runAction(t`The drafts were not joined`, async () => {
      const joined = await client.feeds.joinDrafts({ ids: drafts.map(({ id }) => id) })
      toast.offer(
        t`Joined ${plural(drafts.length, { one: '# draft', other: '# drafts' })} into “${joined.name}”`,
        {
          label: t`Open it`,
          onSelect: () => navigate(`/feeds/${joined.id}`),
        },
      )
    })
  const group = (name: string) =>
    runAction(t`The group was not changed`, async () => {
      const ids = drafts.map(({ id }) => id)
      const { changed } = await client.feeds.groupDrafts({ ids, group: name })
      const [first] = changed
      if (first === undefined) return
      const count = plural(changed.length, { one: '# draft', other: '# drafts' })
      toast.offer(name ? t`Put ${count} into “${name}”` : t`Took ${count} out of their groups`, {
        label: t`Undo`,
        onSelect: () => void undoGroup(first),
      })
    })
  return (
    <section
      aria-label={t`Selected drafts`}
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      <span role="status" className="tabular text-sm font-medium">
        <Trans>
          <Plural value={drafts.length} one="# draft" other="# drafts" /> selected
        </Trans>
      </span>
      <IconButton
        size="small"
        label={t`Clear the selection`}
        icon={<X className="size-4" aria-hidden />}
        onClick={onDone}
      />
      <span className="flex-1" />
      <Button
        size="small"
        icon={<FolderInput className="size-3.5" aria-hidden />}
        disabled={busy}
        onClick={() => setOpenDialog('group')}
      >
        <Trans>Group…</Trans>
      </Button>
      <Button
        size="small"
        icon={<Merge className="size-3.5" aria-hidden />}
        disabled={busy || drafts.length < 2}
        disabledReason={kinds.size > 1 ? t`Only drafts of one kind can be joined.` : undefined}
        onClick={() => void join()}
      >
        <Trans>Join into one</Trans>
      </Button>
      <Button
        size="small"
        icon={<Trash2 className="size-3.5" aria-hidden />}
        disabled={busy}
        onClick={() => void runAction(t`Not deleted`, () => deleteDrafts(drafts))}
      >
        <Trans>Delete</Trans>
      </Button>
      <Button
        size="small"
        variant="primary"
        icon={<Send className="size-3.5" aria-hidden />}
        disabled={busy}
        disabledReason={mayQueue ? undefined : t`Only drafts without errors can be queued.`}
        onClick={() => setOpenDialog('queue')}
      >
        <Trans>Queue…</Trans>
      </Button>
      {openDialog === 'group' && (
        <NameDialog
          title={t`Put ${plural(drafts.length, { one: '# draft', other: '# drafts' })} into a group`}
          label={t`Group`}
          help={t`Drafts of one group stand together in the list. Empty takes them out of their groups.`}
          value={drafts[0]?.group ?? ''}
          action={t`Save`}
          mayBeEmpty
          onName={(name) => {
            void group(name)
            return undefined
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {openDialog === 'queue' && (
        <QueueTogether drafts={drafts} onClose={() => setOpenDialog(undefined)} onDone={onDone} />
      )}
    </section>
  )
}

/** Queues drafts one by one in their current state, and stops at the first that is rejected. */
function QueueTogether({ drafts, onClose, onDone }: PickedDraftsProps & { onClose: () => void }) {
  const [, navigate] = useLocation()
  const whyNotQueue = useWhyNot('feeds', 'queueDraft')
  const [queued, setQueued] = useState<number>()
  const items = drafts.reduce((sum, { itemCount }) => sum + itemCount, 0)
  const counts = useFeedCounts(drafts)
  const allFeeds = counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  )
  const sending = useSendingText(allFeeds, items)
  const queue = async () => {
    let name = ''
    let sent = 0
    try {
      for (const [index, draft] of drafts.entries()) {
        name = draft.name
        setQueued(index)
        const { feeds } = await client.feeds.queueDraft({ id: draft.id, revision: draft.revision })
        sent += feeds.length
      }
      toast.done(
        t`Moved to the outbox`,
        t`${plural(drafts.length, { one: '# draft', other: '# drafts' })} as ${plural(sent, { one: '# feed', other: '# feeds' })}`,
      )
      onDone()
      navigate('/outbox')
    } catch (error) {
      toast.failed(t`“${name}” was not queued`, error)
      onDone()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Queue ${plural(drafts.length, { one: '# draft', other: '# drafts' })}?`}
      description={
        <>
          <span className="block font-medium text-ink">{sending}</span>
          <Trans>Each draft is frozen as it is now and moves to the outbox.</Trans>
        </>
      }
      actions={
        <>
          <Button disabled={queued !== undefined} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={queued !== undefined}
            disabledReason={whyNotQueue}
            onClick={() => void queue()}
          >
            {queued === undefined ? t`Queue for sending` : t`Queueing ${queued + 1} of ${drafts.length}…`}
          </Button>
        </>
      }
    >
      <ul className="max-h-60 overflow-y-auto text-sm">
        {drafts.map(({ id, name, itemCount }, index) => (
          <li key={id} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 truncate">{name}</span>
            <span className="tabular shrink-0 text-xs text-ink-faint">
              <Plural value={itemCount} one="# item" other="# items" />
              {counts[index] !== undefined && (
                <>
                  {' · '}
                  <Plural value={counts[index]} one="# feed" other="# feeds" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
