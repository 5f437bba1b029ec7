import { useMutation } from '@tanstack/react-query'
import { Check, CircleAlert, CloudOff, Ellipsis, LoaderCircle, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { Draft } from '../../../src-shared/drafts/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted } from '../../ui/words.ts'
import type { SaveState } from './autosave.ts'
import { feedKindWords } from './feed-kinds.ts'
import type { OpenDraft } from './use-draft.ts'

export type DraftView = 'form' | 'xml'

interface DraftHeaderProps {
  draft: Draft
  open: OpenDraft
  view: DraftView
  onViewChange: (view: DraftView) => void
  errorCount: number
  checking: boolean
  onFirstError: () => void
  onQueue: () => void
}

/** Name, kind and state of a draft, and what can be done with it as a whole. */
export function DraftHeader({
  draft,
  open,
  view,
  onViewChange,
  errorCount,
  checking,
  onFirstError,
  onQueue,
}: DraftHeaderProps) {
  const reasonId = useId()
  const [, navigate] = useLocation()
  const [renaming, setRenaming] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const deleteDraft = useMutation(
    rpc.feeds.deleteDraft.mutationOptions({
      onSuccess: () => navigate('/feeds'),
      onError: (error) => toast.failed('The draft was not deleted', error),
    }),
  )
  const blocked = errorCount > 0 || open.saveState.kind === 'conflict'
  return (
    <>
      <PageHeader
        back={{ href: '/feeds', label: 'Feeds' }}
        title={open.name}
        badges={
          <>
            <Badge>{feedKindWords[draft.kind].label}</Badge>
            <SaveBadge state={open.saveState} />
          </>
        }
        actions={
          <>
            {errorCount > 0 && (
              <button
                type="button"
                id={reasonId}
                onClick={onFirstError}
                className="cursor-default text-xs text-bad hover:underline"
              >
                {counted(errorCount, 'error')} to mend before it can be queued
              </button>
            )}
            <Segmented
              label="View"
              labelHidden
              value={view}
              onValueChange={onViewChange}
              options={[
                { value: 'form', label: 'Form' },
                { value: 'xml', label: 'XML' },
              ]}
            />
            <Menu
              trigger={<IconButton label="More actions" icon={<Ellipsis className="size-4" aria-hidden />} />}
              actions={[
                { label: 'Rename…', onSelect: () => setRenaming(true) },
                null,
                { label: 'Delete draft…', dangerous: true, onSelect: () => setDeleting(true) },
              ]}
            />
            <Button
              variant="primary"
              icon={<Send className="size-4" aria-hidden />}
              disabled={blocked}
              busy={checking}
              aria-describedby={errorCount > 0 ? reasonId : undefined}
              onClick={onQueue}
            >
              Queue
            </Button>
          </>
        }
      />
      <RenameDialog open={renaming} onOpenChange={setRenaming} name={open.name} onRename={open.rename} />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={`Delete “${open.name}”?`}
        description="The draft is gone for good. Nothing was sent."
        confirmLabel="Delete draft"
        dangerous
        busy={deleteDraft.isPending}
        onConfirm={() => deleteDraft.mutate({ id: draft.id })}
      />
    </>
  )
}

interface RenameDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  name: string
  onRename: (name: string) => void
}

function RenameDialog({ open, onOpenChange, name, onRename }: RenameDialogProps) {
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename the draft"
      width="small"
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Rename
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          const next = String(new FormData(event.currentTarget).get('name') ?? '').trim()
          if (next) onRename(next)
          onOpenChange(false)
        }}
      >
        <TextField label="Name" name="name" defaultValue={name} required maxLength={200} />
      </form>
    </Dialog>
  )
}

/** Where the text of the draft is, in one word. */
function SaveBadge({ state }: { state: SaveState }) {
  return (
    <span role="status" className="flex items-center gap-1 text-xs whitespace-nowrap text-ink-faint">
      {state.kind === 'saved' && (
        <>
          <Check className="size-3.5 text-good" aria-hidden />
          Saved
        </>
      )}
      {(state.kind === 'unsaved' || state.kind === 'saving') && (
        <>
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          Saving…
        </>
      )}
      {state.kind === 'failed' && (
        <span className="flex items-center gap-1 text-warn" title={state.message}>
          <CloudOff className="size-3.5" aria-hidden />
          Not saved, trying again
        </span>
      )}
      {state.kind === 'conflict' && (
        <span className="flex items-center gap-1 text-bad">
          <CircleAlert className="size-3.5" aria-hidden />
          Not saved
        </span>
      )}
    </span>
  )
}
