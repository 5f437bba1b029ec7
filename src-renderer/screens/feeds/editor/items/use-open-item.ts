import { ORPCError } from '@orpc/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { defaultDraftName } from '../../../../../src-shared/feeds/draft/check-payload.ts'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import { englishName } from '../../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft, DraftItem } from '../../../../../src-shared/feeds/draft/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { isUntouched } from '../form/required-fields.ts'
import type { SaveState } from '../session/autosave.ts'
import { createItemSession, type ItemConflict, type ItemSession } from '../session/draft-session.ts'
import { keepUnsavedItem, unsavedItem } from '../session/unsaved-items.ts'
import type { DraftWork } from '../session/use-draft.ts'

interface OpenItem {
  /** The session of the previous item is returned until the next item is loaded. */
  session: ItemSession | undefined
  /** Whether `session` belongs to the requested item. */
  isCurrent: boolean
  error: unknown
  /** Whether the item is no longer in the draft. */
  isRemoved: boolean
  /** 1-based position of the item; 1 while unknown. */
  position: number
}

const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ORPCError && codes.includes(error.code)

/**
 * Opens one item of a draft for editing: loads it, saves changes automatically, and shows changes made
 * elsewhere.
 */
export function useOpenItem(
  draft: Draft,
  key: number | undefined,
  namespaceBase: string | undefined,
  work: DraftWork,
): OpenItem {
  const queries = useQueryClient()
  const { id, kind } = draft
  const query = { input: { id, key: key ?? 0 } }
  const item = useQuery(rpc.feeds.draftItem.queryOptions({ ...query, enabled: key !== undefined }))
  const [session, setSession] = useState<ItemSession>()
  const isCurrent = session !== undefined && session.key === key

  const sessionOf = (data: DraftItem): ItemSession => {
    const itemInput = { id, key: data.key }
    return createItemSession({
      kind,
      item: data,
      unsaved: unsavedItem(id, data.key),
      keepUnsaved: (unsaved) => keepUnsavedItem(id, data.key, unsaved),
      namespaceBase,
      isStale: (error) => hasErrorCode(error, 'STALE_ITEM'),
      load: () => client.feeds.draftItem(itemInput),
      save: async (label, edit) => {
        const draftNow = queries.getQueryData<Draft>(rpc.feeds.draft.queryKey({ input: { id } }))
        const edits: DraftEdit[] = [edit, ...renameEdits(draftNow, edit)]
        const { draft: changed } = await client.feeds.editDraft({ id, label, edits })
        queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id } }), changed)
        const savedItem = await client.feeds.draftItem(itemInput)
        queries.setQueryData(rpc.feeds.draftItem.queryKey({ input: itemInput }), savedItem)
        return savedItem
      },
    })
  }

  if (item.data && item.data.key === key && !isCurrent) {
    const opened = sessionOf(item.data)
    // An item with content shows its missing fields immediately; an untouched item does not.
    if (!isUntouched(kind, item.data.value)) opened.problems.visitAll()
    setSession(opened)
  }

  useEffect(() => {
    if (!session) return
    work.holds(session.flush)
    const leave = () => void session.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      work.holds(undefined)
      leave()
    }
  }, [session, work])

  useEffect(() => {
    if (session && item.data) session.receive(item.data)
  }, [session, item.data])

  return {
    session,
    isCurrent,
    error: item.error,
    isRemoved: hasErrorCode(item.error, 'ITEM_NOT_FOUND', 'NOT_FOUND'),
    position: item.data?.position ?? 1,
  }
}

/** Renames a draft of one item after the item, unless a person has named the draft. */
function renameEdits(draft: Draft | undefined, edit: DraftEdit): DraftEdit[] {
  const before = draft?.nameParts
  if (draft?.itemCount !== 1 || edit.do !== 'item' || before?.made !== 'contents') return []
  const name = defaultDraftName(draft.kind, [edit.value])
  return englishName(name) === englishName(before) ? [] : [{ do: 'rename', name }]
}

/** Save state of the steps of the grid. */
export const useQueueState = ({ queue }: DraftWork): SaveState =>
  useSyncExternalStore(queue.subscribe, queue.state)
/** Save state of the form and the grid together. */
export function useSaveState(session: ItemSession, work: DraftWork): SaveState {
  const formState = useSyncExternalStore(session.subscribe, session.saveState)
  const gridState = useQueueState(work)
  return formState.kind === 'saved' || gridState.kind === 'failed' ? gridState : formState
}
export const useItemConflict = (session: ItemSession): ItemConflict | undefined =>
  useSyncExternalStore(session.subscribe, session.conflict)
export const useItemText = (session: ItemSession): string =>
  useSyncExternalStore(session.subscribe, session.text)
export const useIsUnreadable = (session: ItemSession): boolean =>
  useSyncExternalStore(session.subscribe, session.isUnreadable)
export const useIsChecked = (session: ItemSession): boolean =>
  useSyncExternalStore(session.subscribe, session.isChecked)
