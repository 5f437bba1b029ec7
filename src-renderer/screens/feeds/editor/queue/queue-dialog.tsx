import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import type {
  CheckedDraft,
  Draft,
  DraftDifferences,
  DraftRow,
} from '../../../../../src-shared/feeds/draft/model.ts'
import { ignoreChangesOf } from '../../../../rpc/changes.ts'
import { rpc } from '../../../../rpc/client.ts'
import { useWhyNot } from '../../../../rpc/me.ts'
import { feedKindWords } from '../../../../texts/feed-kinds.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/inputs/segmented.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { DraftPreview } from '../../preview/draft-preview.tsx'
import { FeedXml } from '../before/feed-xml.tsx'
import { ItemComparisonView } from '../before/item-comparison.tsx'
import { Notices, useLiveDraft } from '../before/notices.tsx'
import { SentItems } from '../before/sent-items.tsx'
import { useConflictDecisions } from '../before/use-conflict-decisions.ts'
import { itemName } from '../items/item-name.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { useFeedCounts, useSendingText } from './use-sending-text.ts'

interface QueueDialogProps {
  draft: Draft
  work: DraftWork
  /** Result of the checks, which found no errors. */
  checked: CheckedDraft
  onClose: () => void
  /** Called if the backend found errors when queueing. */
  onRefused: () => void
}

type Filter = Exclude<NonNullable<DraftSelection['standing']>, 'unchanged'> | 'all'

/**
 * Review before a draft is queued: compares each item with the current and the earlier catalog values, asks
 * for decisions on conflicts, and shows the exact XML.
 */
export function QueueDialog({ draft: initialDraft, work, checked, onClose, onRefused }: QueueDialogProps) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const isQueued = useRef(false)
  const { draft, groups, standing } = useLiveDraft(initialDraft, checked.groups)
  const settling = useConflictDecisions(work)
  const [filter, setFilter] = useState<Filter>('all')
  const [row, setRow] = useState<DraftRow>()
  const [chosenView, setView] = useState<'fields' | 'preview' | 'xml'>()
  // A new item differs from the catalog in every field, so it is shown as a page.
  const view = chosenView ?? (row && row.about === undefined ? 'preview' : 'fields')
  const open = useCallback((next: DraftRow) => setRow(next), [])
  const queueDraft = useMutation(
    rpc.feeds.queueDraft.mutationOptions({
      onSuccess: ({ feeds }) => {
        const [only, another] = feeds
        // The message gives no state, because the feed may already have arrived. Its page shows the state.
        toast.done(
          t`Moved to the outbox`,
          another && t`${plural(feeds.length, { one: '# feed', other: '# feeds' })}, followed as one.`,
        )
        navigate(only?.batch === undefined ? `/outbox/${only?.id ?? ''}` : `/outbox/batch/${only.batch}`)
        isQueued.current = true
      },
      onMutate: () => ignoreChangesOf(draft.id),
      onError: (error, _, resumeSession) => {
        resumeSession?.()
        onClose()
        toast.failed(t`The draft was not queued`, error)
        onRefused()
      },
    }),
  )
  const whyNotQueue = useWhyNot('feeds', 'queueDraft')
  const { id, revision } = initialDraft
  // After the screen has closed, the way back looks the draft up again, and leads to its feed.
  useEffect(
    () => () => {
      if (isQueued.current) queries.removeQueries({ queryKey: rpc.feeds.draft.queryKey({ input: { id } }) })
    },
    [queries, id],
  )
  // A decision in this dialog changes the sizes of items, by which they are divided into feeds.
  const [feeds] = useFeedCounts([draft], { id, revision, feeds: checked.feeds })
  const sending = useSendingText(feeds, draft.itemCount)
  const conflicts = standing?.items.conflicts ?? 0
  const isChecking = draft.uncheckedCount > 0 || settling.busy
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="full"
      title={t`Queue “${draft.name}”?`}
      description={
        <>
          <span className="block font-medium text-ink">{sending}</span>
          {feedKindWords[draft.kind].meaning}
        </>
      }
      actions={
        <>
          <p className="me-auto min-w-0 self-center text-xs text-ink-soft" role="status">
            {conflicts > 0
              ? t`Decide ${plural(conflicts, { one: '# item', other: '# items' })} with conflicts before sending.`
              : t`The draft is frozen as it is now and moves to the outbox; until it is sent you can take it back.`}
          </p>
          <Button onClick={onClose}>
            <Trans>Keep editing</Trans>
          </Button>
          <Button
            variant="primary"
            busy={queueDraft.isPending || isChecking}
            disabled={conflicts > 0 || draft.errorCount > 0}
            disabledReason={whyNotQueue}
            onClick={() => queueDraft.mutate({ id: draft.id, revision: draft.revision })}
          >
            <Trans>Queue for sending</Trans>
          </Button>
        </>
      }
    >
      {/* In a low window, the entire dialog scrolls, because its parts would be too low to read. */}
      <div className="flex h-full min-h-0 flex-col gap-3 [@media(max-height:40rem)]:h-auto">
        <div className="flex max-h-[35%] shrink-0 flex-col gap-2 overflow-y-auto [@media(max-height:40rem)]:max-h-none">
          <Notices
            draft={draft}
            standing={standing}
            groups={groups}
            pendingFeeds={checked.pendingFeeds}
            settling={settling}
          />
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-3">
          <StandingFilter
            draft={draft}
            standing={standing}
            value={filter}
            onChange={(next) => {
              setFilter(next)
              // The first item of the filtered list is shown next.
              setRow(undefined)
            }}
          />
          <span className="flex-1" />
          <Segmented
            label={t`What is shown of an item`}
            labelHidden
            value={view}
            onValueChange={setView}
            options={[
              { value: 'fields', label: t`Fields` },
              { value: 'preview', label: t`Preview` },
              { value: 'xml', label: 'XML' },
            ]}
          />
        </div>
        <div className="grid min-h-0 flex-1 grid-cols-[17rem_minmax(0,1fr)] gap-4 max-md:grid-cols-1">
          <div className="flex min-h-40 flex-col rounded-lg border border-line p-1 [@media(max-height:40rem)]:h-60">
            <SentItems
              key={filter}
              draft={draft}
              selection={filter === 'all' ? {} : { standing: filter }}
              openKey={row?.key}
              onOpen={open}
            />
          </div>
          {row && (
            <div className="flex min-h-0 flex-col gap-2 overflow-y-auto">
              <h3 className="shrink-0 font-semibold">{itemName(row)}</h3>
              {view === 'xml' ? (
                <FeedXml draft={draft} row={row} />
              ) : view === 'preview' ? (
                <DraftPreview key={row.key} id={draft.id} itemKey={row.key} name={itemName(row)} />
              ) : (
                <ItemComparisonView key={row.key} draft={draft} row={row} settling={settling} />
              )}
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const filterLabels: Record<Exclude<Filter, 'all'>, string> = {
  conflicts: t`Conflicts`,
  outdated: t`Newer in the catalog`,
  changed: t`Changed`,
  removed: t`Removed`,
  doubled: t`Twice`,
}
const filters = ['conflicts', 'outdated', 'changed', 'removed', 'doubled'] as const

/** Filter by difference from the catalog, with the number of items of each. */
function StandingFilter({
  draft,
  standing,
  value,
  onChange,
}: {
  draft: Draft
  standing: DraftDifferences | undefined
  value: Filter
  onChange: (value: Filter) => void
}) {
  const some = filters.filter((one) => one === value || (standing?.items[one] ?? 0) > 0)
  if (some.length === 0)
    return (
      <p className="tabular text-sm text-ink-soft">
        <Plural value={draft.itemCount} one="# item" other="# items" />
      </p>
    )
  return (
    <Segmented
      label={t`Items shown`}
      labelHidden
      value={value}
      onValueChange={onChange}
      options={[
        { value: 'all', label: plural(draft.itemCount, { one: '# item', other: '# items' }) },
        ...some.map((one) => ({ value: one, label: `${filterLabels[one]} (${standing?.items[one] ?? 0})` })),
      ]}
    />
  )
}
