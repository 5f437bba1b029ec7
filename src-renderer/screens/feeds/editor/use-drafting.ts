import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../rpc/client.ts'

/** A draft that is being made of everything a question finds. */
export interface Drafting {
  begin: (kind: FeedKind) => void
  stop: () => void
  isPending: boolean
  isStopping: boolean
  /** Items that are in it so far. */
  done: number
  error: unknown
  reset: () => void
}

/**
 * Makes one draft of the items that a question finds, on the backend, and goes to it.
 * @param onMade before the draft is opened; with false when it was stopped, and there is none
 */
export function useDrafting(
  selection: CatalogSelection | undefined,
  onMade: (isThere: boolean) => void,
): Drafting {
  const [, navigate] = useLocation()
  const [id, setId] = useState(() => crypto.randomUUID())
  const make = useMutation(
    rpc.feeds.draftSearch.mutationOptions({
      onSuccess: (draft) => {
        setId(crypto.randomUUID())
        onMade(draft !== null)
        if (draft) navigate(`/feeds/${draft.id}`)
      },
    }),
  )
  const stop = useMutation(rpc.feeds.stopDrafting.mutationOptions())
  const progress = useQuery(rpc.feeds.drafting.queryOptions({ input: { id }, enabled: make.isPending }))
  return {
    begin(kind) {
      if (selection) make.mutate({ id, kind, selection })
    },
    stop: () => stop.mutate({ id }),
    isPending: make.isPending,
    isStopping: stop.isPending,
    done: progress.data?.done ?? 0,
    error: make.error,
    reset: make.reset,
  }
}
