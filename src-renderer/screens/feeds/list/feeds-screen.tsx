import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FilePenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { useCommands } from '../../../shell/commands/command-registry.ts'
import { useRowCommands } from '../../../shell/commands/use-row-commands.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/inputs/field.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, ErrorState } from '../../../ui/layout/states.tsx'
import { ListSkeleton } from '../../../ui/layout/table.tsx'
import { useSearchText } from '../../catalog/search/use-search-text.ts'
import { useMe } from '../editor/review/use-me.ts'
import { DeletedDrafts } from './deleted-drafts.tsx'
import { deleteDrafts } from './draft-deletion.ts'
import { DraftsTable } from './drafts-table.tsx'
import { MyMentions } from './my-mentions.tsx'
import { NewFeedDialog } from './new-feed-dialog.tsx'
import { SelectedDraftsBar } from './selected-drafts-bar.tsx'

/** Number of drafts per page. */
const pageSize = 50

type ListKind = 'drafts' | 'assigned' | 'proposed' | 'templates' | 'deleted'

/**
 * The list of drafts, which are feeds not yet queued, and the actions that create one. The editor is in
 * draft-screen.tsx.
 */
export function FeedsScreen() {
  const me = useMe()
  const [newFeedOpen, setNewFeedOpen] = useState(false)
  const [page, setPage] = useState(1)
  const [listed, setListed] = useState<ListKind>('drafts')
  const [search, setSearch] = useState('')
  const [text, setText] = useSearchText(search, (next) => {
    setPage(1)
    setSearch(next)
  })
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const drafts = useQuery(
    rpc.feeds.drafts.queryOptions({
      input: {
        offset: (page - 1) * pageSize,
        limit: pageSize,
        ...(search.trim() !== '' && { text: search.trim() }),
        ...(listed === 'templates' && { templates: true }),
        ...(listed === 'deleted' && { deleted: true }),
        ...((listed === 'assigned' || listed === 'proposed') && { review: listed }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  const shown = drafts.data?.drafts ?? []
  // Only visible drafts count as selected, not deleted ones or those on other pages.
  const chosen = shown.filter(({ id }) => picked.has(id))
  const pick = (some: readonly Draft[], isPicked: boolean) => {
    const next = new Set(picked)
    for (const { id } of some) {
      if (isPicked) next.add(id)
      else next.delete(id)
    }
    setPicked(next)
  }
  const showPage = (next: number) => {
    setPicked(new Set())
    setPage(next)
  }
  useRowCommands({ isSelectable: true })
  useCommands(t`Feeds`, [
    {
      id: 'new-feed',
      label: t`New feed…`,
      words: t`draft template file paste`,
      run: () => setNewFeedOpen(true),
    },
    { id: 'list-drafts', label: t`Show drafts`, run: () => setListed('drafts') },
    { id: 'list-templates', label: t`Show templates`, run: () => setListed('templates') },
    {
      id: 'list-deleted',
      label: t`Show deleted drafts`,
      words: t`trash restore undelete`,
      run: () => setListed('deleted'),
    },
  ])
  const newFeed = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => setNewFeedOpen(true)}
    >
      <Trans>New feed</Trans>
    </Button>
  )
  return (
    <Page
      header={
        <PageHeader
          title={t`Feeds`}
          description={t`Drafts stay on this computer until you queue them for sending.`}
          actions={newFeed}
        />
      }
    >
      {me && <MyMentions />}
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={t`Search drafts`}
          placeholder={t`Name, group or product code`}
          className="w-72"
          value={text}
          onValueChange={setText}
        />
        <Segmented
          label={t`Show`}
          labelHidden
          value={listed}
          onValueChange={(next) => {
            showPage(1)
            setListed(next)
          }}
          options={[
            { value: 'drafts', label: t`Drafts` },
            ...(me
              ? [
                  { value: 'assigned' as const, label: t`Assigned to me` },
                  { value: 'proposed' as const, label: t`To review` },
                ]
              : []),
            { value: 'templates', label: t`Templates` },
            { value: 'deleted', label: t`Deleted` },
          ]}
        />
      </div>
      {drafts.isError && !drafts.data ? (
        <ErrorState
          title={t`Could not load the drafts`}
          error={drafts.error}
          onRetry={() => void drafts.refetch()}
        />
      ) : !drafts.data ? (
        <ListSkeleton />
      ) : drafts.data.total === 0 ? (
        <NothingListed listed={listed} isSearch={search.trim() !== ''} newFeed={newFeed} />
      ) : (
        <Panel flush>
          {chosen.length > 0 && listed !== 'deleted' && (
            <SelectedDraftsBar drafts={chosen} onDone={() => setPicked(new Set())} />
          )}
          {listed === 'deleted' ? (
            <DeletedDrafts drafts={shown} />
          ) : (
            <DraftsTable
              drafts={shown}
              isPicked={({ id }) => picked.has(id)}
              onPick={pick}
              onDelete={(draft) => void deleteDrafts([draft])}
            />
          )}
          {drafts.data.total > pageSize && (
            <Pager
              offset={drafts.data.offset}
              shown={shown.length}
              total={drafts.data.total}
              pageSize={pageSize}
              onPage={showPage}
            />
          )}
        </Panel>
      )}
      {newFeedOpen && <NewFeedDialog onClose={() => setNewFeedOpen(false)} />}
    </Page>
  )
}

function NothingListed({
  listed,
  isSearch,
  newFeed,
}: {
  listed: ListKind
  isSearch: boolean
  newFeed: React.ReactNode
}) {
  if (isSearch)
    return (
      <EmptyState title={t`No matches`}>
        <Trans>No name, group or product code contains these words.</Trans>
      </EmptyState>
    )
  if (listed === 'deleted')
    return (
      <EmptyState icon={Trash2} title={t`No deleted drafts`}>
        <Trans>Deleted drafts and templates can be restored here for 30 days.</Trans>
      </EmptyState>
    )
  if (listed === 'assigned' || listed === 'proposed')
    return (
      <EmptyState
        icon={FilePenLine}
        title={listed === 'assigned' ? t`No draft is assigned to you` : t`No draft waits for a review`}
      />
    )
  if (listed === 'templates')
    return (
      <EmptyState icon={FilePenLine} title={t`No templates`}>
        <Trans>
          Open a draft and choose “Save as a template” in its menu. You can then create new drafts from it.
        </Trans>
      </EmptyState>
    )
  return (
    <EmptyState icon={FilePenLine} title={t`No drafts`} action={newFeed}>
      <Trans>
        A feed sends new or changed items to the service. Create one here, or select items in the catalog. An
        update changes only texts; a refresh replaces the entire record.
      </Trans>
    </EmptyState>
  )
}
