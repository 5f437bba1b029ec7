import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { allFeedKinds } from './feed-kinds.ts'

/** The four ways to send content, each with what it does. Choosing one makes the draft. */
export function NewFeedDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => {
        onOpenChange(false)
        navigate(`/feeds/${draft.id}`)
      },
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  const create = (kind: FeedKind, name: string) => createDraft.mutate({ kind, name })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New feed"
      description="What should the service do?"
    >
      <ul className="flex flex-col gap-2">
        {allFeedKinds.map(({ kind, label, meaning, icon: Icon, newName }) => (
          <li key={kind}>
            <button
              type="button"
              disabled={createDraft.isPending}
              onClick={() => create(kind, newName)}
              className="flex w-full cursor-default items-start gap-3 rounded-lg border border-line p-3 text-left hover:border-line-strong hover:bg-hover disabled:opacity-50"
            >
              <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent-strong">
                <Icon className="size-5" strokeWidth={1.75} aria-hidden />
              </span>
              <span className="min-w-0">
                <span className="block text-sm font-semibold">{label}</span>
                <span className="block text-xs text-ink-faint">{meaning}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
