import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import type { OpenDraft } from './use-draft.ts'

/** The draft was deleted or queued somewhere else while it is open here: what is on the screen need not be lost. */
export function GoneNotice({ kind, open }: { kind: FeedKind; open: OpenDraft }) {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  return (
    <Notice
      tone="warn"
      title="This draft is not there any more"
      className="rounded-none! border-b border-line"
      actions={
        <Button
          size="small"
          busy={createDraft.isPending}
          onClick={() => createDraft.mutate({ kind, name: open.name, xml: open.xml })}
        >
          Keep it as a new draft
        </Button>
      }
    >
      It was deleted or queued in another window or by another program.
    </Notice>
  )
}

/** The draft was saved somewhere else while it was edited here. Nothing is overwritten until someone decides. */
export function ConflictNotice({ open }: { open: OpenDraft }) {
  const [busy, setBusy] = useState(false)
  const settle = async (how: () => Promise<void>) => {
    setBusy(true)
    try {
      await how()
    } catch (error) {
      toast.failed('The conflict could not be settled', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice
      tone="warn"
      title="This draft was saved in another window or by another program"
      className="rounded-none! border-b border-line"
      actions={
        <>
          <Button size="small" busy={busy} onClick={() => void settle(open.takeOther)}>
            Use the other version
          </Button>
          <Button size="small" busy={busy} onClick={() => void settle(open.keepMine)}>
            Keep mine
          </Button>
        </>
      }
    >
      What you have here is not saved. The other version replaces it, or it replaces the other version.
    </Notice>
  )
}
