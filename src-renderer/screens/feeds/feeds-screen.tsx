import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { FilePenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DraftList, DraftSummary, FeedKind } from '../../../src-shared/drafts/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ListSkeleton, RowLink, Table, TableCell, TableRow, TimeCell } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, useTick, wholeNumber } from '../../ui/words.ts'
import { allFeedKinds, feedKindWords } from './feed-kinds.ts'

/** The drafts: feeds being written, and the way to begin one. Editing is in draft-screen.tsx. */

/** Drafts on one page of the list. */
const pageSize = 50

export function FeedsScreen() {
  const [newFeedOpen, setNewFeedOpen] = useState(false)
  const [page, setPage] = useState(1)
  const drafts = useQuery(
    rpc.feeds.drafts.queryOptions({
      input: { offset: (page - 1) * pageSize, limit: pageSize },
      placeholderData: keepPreviousData,
    }),
  )
  const newFeed = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => setNewFeedOpen(true)}
    >
      New feed
    </Button>
  )
  return (
    <Page
      header={
        <PageHeader
          title="Feeds"
          description="Drafts stay on this computer until you queue them for sending."
          actions={newFeed}
        />
      }
    >
      {drafts.isError && !drafts.data ? (
        <ErrorState
          title="The drafts cannot be shown"
          error={drafts.error}
          onRetry={() => void drafts.refetch()}
        />
      ) : !drafts.data ? (
        <ListSkeleton />
      ) : drafts.data.total === 0 ? (
        <EmptyState icon={FilePenLine} title="No drafts" action={newFeed}>
          A feed carries new or changed items to the service. Begin one here, or select items in the catalog
          and draft a refresh from them.
        </EmptyState>
      ) : (
        <DraftTable list={drafts.data} onPage={setPage} />
      )}
      <NewFeedDialog open={newFeedOpen} onOpenChange={setNewFeedOpen} />
    </Page>
  )
}

function DraftTable({
  list: { drafts, offset, total },
  onPage,
}: {
  list: DraftList
  onPage: (page: number) => void
}) {
  useTick()
  const [, navigate] = useLocation()
  const [doomed, setDoomed] = useState<DraftSummary>()
  const deleteDraft = useMutation(
    rpc.feeds.deleteDraft.mutationOptions({
      onSuccess: () => setDoomed(undefined),
      onError: (error) => toast.failed('The draft was not deleted', error),
    }),
  )
  return (
    <Panel flush>
      <Table
        label="Drafts"
        columns={[
          { label: 'Name' },
          { label: 'Kind', className: 'w-44' },
          { label: 'Items', numeric: true, className: 'w-20' },
          { label: 'State', className: 'w-32' },
          { label: 'Saved', className: 'w-36' },
          { label: <span className="sr-only">Actions</span>, className: 'w-14' },
        ]}
      >
        {drafts.map((draft) => {
          const { icon: Icon, label } = feedKindWords[draft.kind]
          return (
            <TableRow
              key={draft.id}
              className="hover:bg-hover"
              onClick={() => navigate(`/feeds/${draft.id}`)}
            >
              <TableCell className="max-w-0">
                <RowLink href={`/feeds/${draft.id}`}>{draft.name}</RowLink>
              </TableCell>
              <TableCell>
                <span className="flex items-center gap-1.5 whitespace-nowrap text-ink-soft">
                  <Icon className="size-4 text-ink-faint" aria-hidden />
                  {label}
                </span>
              </TableCell>
              <TableCell numeric>{wholeNumber(draft.itemCount)}</TableCell>
              <TableCell>
                {draft.errorCount > 0 ? (
                  <Badge tone="bad">{counted(draft.errorCount, 'error')}</Badge>
                ) : (
                  <Badge tone="good">Ready to queue</Badge>
                )}
              </TableCell>
              <TimeCell at={draft.updatedAt} />
              <TableCell className="py-0!">
                <IconButton
                  size="small"
                  label={`Delete ${draft.name}`}
                  icon={<Trash2 className="size-4" aria-hidden />}
                  onClick={(event) => {
                    event.stopPropagation()
                    setDoomed(draft)
                  }}
                />
              </TableCell>
            </TableRow>
          )
        })}
      </Table>
      {total > pageSize && (
        <Pager offset={offset} shown={drafts.length} total={total} pageSize={pageSize} onPage={onPage} />
      )}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={(open) => !open && setDoomed(undefined)}
        title={`Delete “${doomed?.name ?? ''}”?`}
        description={`The draft and its ${counted(doomed?.itemCount ?? 0, 'item')} are gone for good. Nothing was sent.`}
        confirmLabel="Delete draft"
        dangerous
        busy={deleteDraft.isPending}
        onConfirm={() => doomed && deleteDraft.mutate({ id: doomed.id })}
      />
    </Panel>
  )
}

/** The four ways to send content, each with what it does. Choosing one makes the draft. */
function NewFeedDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
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
