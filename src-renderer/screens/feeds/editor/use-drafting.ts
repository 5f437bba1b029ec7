import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../rpc/client.ts'

/** State and actions of a draft that is being created from all results of a query. */
export interface Drafting {
  begin: (kind: FeedKind) => void
  stop: () => void
  isPending: boolean
  isStopping: boolean
  /** Number of items added so far. */
  done: number
  error: unknown
  reset: () => void
}

/**
 * Creates one draft of all results of a query in the backend and opens it.
 * @param onCreated called before the draft is opened, or with false if the creation was stopped
 */
export function useDrafting(
  selection: CatalogSelection | undefined,
  onCreated: (isCreated: boolean) => void,
): Drafting {
  const [, navigate] = useLocation()
  const [id, setId] = useState(() => crypto.randomUUID())
  const createDraft = useMutation(
    rpc.feeds.draftSearch.mutationOptions({
      onSuccess: (draft) => {
        setId(crypto.randomUUID())
        onCreated(draft !== null)
        if (draft) navigate(`/feeds/${draft.id}`)
      },
    }),
  )
  const stop = useMutation(rpc.feeds.stopDrafting.mutationOptions())
  const progress = useQuery(
    rpc.feeds.drafting.queryOptions({ input: { id }, enabled: createDraft.isPending }),
  )
  return {
    begin(kind) {
      if (selection) createDraft.mutate({ id, kind, selection })
    },
    stop: () => stop.mutate({ id }),
    isPending: createDraft.isPending,
    isStopping: stop.isPending,
    done: progress.data?.done ?? 0,
    error: createDraft.error,
    reset: createDraft.reset,
  }
}
