/**
 * Listens for the changes that the backend commits, and fetches the answers that depend on them again. There is one
 * long call at a time. While the backend does not answer, the call is repeated with growing pauses, and
 * `useBackendState` says `lost`.
 */

import { getContractRouter, isContractProcedure } from '@orpc/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Change } from '../../src-shared/rpc/changes.ts'
import { contract } from '../../src-shared/rpc/contract.ts'
import type { ProcedureMeta } from '../../src-shared/rpc/procedure.ts'
import type { Client } from './client.ts'

/** `lost` after the first failed call, until one succeeds again. */
export type BackendState = 'connecting' | 'connected' | 'lost'

/** Milliseconds between two batches: a running sync commits more often than a person can see. */
const pauseBetweenBatches = 250
const firstPause = 500
const maxPause = 8000

let backendState: BackendState = 'connecting'
let wake: (() => void) | undefined
const listeners = new Set<() => void>()

function setBackendState(next: BackendState): void {
  if (backendState === next) return
  backendState = next
  for (const listener of listeners) listener()
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      wake = undefined
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
    wake = done
  })

/** What the contract says of the procedure that a query key of oRPC belongs to; undefined for a key of another kind. */
function procedureMetaOf([path]: readonly unknown[]): ProcedureMeta | undefined {
  if (!Array.isArray(path)) return undefined
  const procedure = getContractRouter(contract, path)
  return isContractProcedure(procedure) ? procedure['~orpc'].meta : undefined
}

const leftAlone = new Set<string>()
/**
 * What this window itself is about to take away is not asked for again: its screen is left in a moment, and the backend
 * would answer that it is gone. @returns takes that back, where it was not taken away after all
 */
export function leaveAlone(id: string): () => void {
  leftAlone.add(id)
  return () => void leftAlone.delete(id)
}

/** Whether the answer kept under a query key depends on what has changed. */
function isTouched(queryKey: readonly unknown[], { topic, ids }: Change): boolean {
  const meta = procedureMetaOf(queryKey)
  if (!meta?.topics?.includes(topic)) return false
  const { input } = (queryKey[1] ?? {}) as { input?: { id?: string } }
  if (meta.isAboutOne && input?.id !== undefined && leftAlone.has(input.id)) return false
  return !ids || !meta.isAboutOne || input?.id === undefined || ids.includes(input.id)
}

/** Marks the kept answers that a batch touches as stale; those on screen are fetched again at once. */
export function invalidate(queryClient: QueryClient, changes: readonly Change[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => changes.some((change) => isTouched(queryKey, change)),
  })
}

/** Loads the page again: its address, choices and kept answers belong to the workspace that was open before. */
const reloadPage = (): void => window.location.replace('/')

/**
 * Listens until the signal is aborted or another workspace is open; for another workspace the page is loaded again.
 * @param onOtherWorkspace for tests, in place of loading the page again
 */
export async function listen(
  client: Client,
  queryClient: QueryClient,
  signal: AbortSignal,
  onOtherWorkspace: () => void = reloadPage,
): Promise<void> {
  let after = 0
  let workspace: string | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      const batch = await client.changes.next(
        { after, ...(workspace !== undefined && { workspace }) },
        { signal },
      )
      if (workspace !== undefined && batch.workspace !== workspace) return onOtherWorkspace()
      workspace = batch.workspace
      // The changes made while the backend did not answer are unknown: every answer is fetched again.
      if (backendState === 'lost') void queryClient.invalidateQueries()
      else invalidate(queryClient, batch.changes)
      setBackendState('connected')
      after = batch.changeNumber
      failures = 0
      await pause(pauseBetweenBatches, signal)
    } catch {
      if (signal.aborted) return
      setBackendState('lost')
      after = 0
      await pause(Math.min(maxPause, firstPause * 2 ** failures++), signal)
    }
  }
}

/** Ends the current pause, so that the next attempt happens now. */
export const retryNow = (): void => wake?.()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the backend answers. */
export const useBackendState = (): BackendState => useSyncExternalStore(subscribe, () => backendState)
