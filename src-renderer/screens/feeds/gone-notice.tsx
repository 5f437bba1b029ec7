import { useMutation } from '@tanstack/react-query'
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
