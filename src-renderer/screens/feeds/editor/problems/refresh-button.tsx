import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Draft, DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { client } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import type { DraftWork } from '../session/use-draft.ts'
import { problemOf } from './problem-words.ts'

interface RefreshButtonProps {
  group: DraftProblemGroup
  draft: Draft
  work: DraftWork
}

/**
 * Button that sends items already in the catalog as a refresh: changes the kind of the draft, or moves the
 * items to a new draft.
 */
export function RefreshButton({ group, draft, work }: RefreshButtonProps) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const isEntireDraft = group.items >= draft.itemCount
  const makeRefresh = async () => {
    setBusy(true)
    if (isEntireDraft)
      await work.edit(
        t`Made it a refresh`,
        [{ do: 'kind', kind: 'refresh' }],
        () => t`The draft is a refresh now`,
      )
    else {
      const newDraft = await work.attempt(t`The items were not moved`, () =>
        client.feeds.splitDraft({
          id: draft.id,
          selection: { problem: problemOf(group) },
          name: t`${draft.name}, refresh`,
          kind: 'refresh',
        }),
      )
      if (newDraft)
        toast.offer(
          t`Moved ${plural(newDraft.itemCount, { one: '# item', other: '# items' })} into “${newDraft.name}”`,
          {
            label: t`Open it`,
            onSelect: () => navigate(`/feeds/${newDraft.id}`),
          },
        )
    }
    setBusy(false)
  }
  return (
    <Button size="small" busy={busy} onClick={() => void makeRefresh()}>
      {isEntireDraft ? t`Make this a refresh` : t`Move into a refresh`}
    </Button>
  )
}

/** Maximum number of items of one draft made from the catalog. */
const maxItems = 1000

/**
 * Button for a problem in a field that the feed does not change: drafts a refresh of the same items from the
 * catalog, where the field can be fixed. The draft itself stays as it is.
 */
export function DraftRefreshButton({ group, draft, work }: RefreshButtonProps) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    const made = await work.attempt(t`No refresh was drafted`, async () => {
      const { rows } = await client.feeds.draftRows({
        id: draft.id,
        selection: { problem: problemOf(group) },
        offset: 0,
        limit: maxItems,
        columns: [],
      })
      const fromItemIds = [...new Set(rows.flatMap(({ about }) => about ?? []))]
      if (fromItemIds.length > 0)
        return client.feeds.createDraft({ kind: 'refresh', fromItemIds, name: t`${draft.name}, refresh` })
      toast.tell(
        t`No refresh was drafted`,
        t`The catalog has none of these items: a refresh starts from its records.`,
      )
      return undefined
    })
    setBusy(false)
    if (made) navigate(`/feeds/${made.id}`)
  }
  return (
    <Button size="small" busy={busy} onClick={() => void begin()}>
      {t`Draft a refresh`}
    </Button>
  )
}
