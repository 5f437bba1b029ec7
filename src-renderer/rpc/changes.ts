/**
 * Listens for changes committed by the backend, and refetches the answers that depend on them, with one long
 * poll at a time. When a call fails, it is retried with growing delays, and `useBackendState` returns
 * `lost`.
 */

import { getContractRouter, isContractProcedure } from '@orpc/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Change } from '../../src-shared/rpc/changes.ts'
import { contract } from '../../src-shared/rpc/contract.ts'
import type { ProcedureMeta } from '../../src-shared/rpc/procedure.ts'
import type { Client } from './client.ts'

/** `lost` from the first failed call until the next successful one. */
export type BackendState = 'connecting' | 'connected' | 'lost'

/** Milliseconds between two batches. A running sync commits more often than a person can see. */
const batchDelay = 250
const firstRetryDelay = 500
const maxRetryDelay = 8000

let backendState: BackendState = 'connecting'
let endPause: (() => void) | undefined
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
      endPause = undefined
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
    endPause = done
  })

/** Contract metadata of the procedure that an oRPC query key belongs to; undefined for any other key. */
function procedureMetaOf([path]: readonly unknown[]): ProcedureMeta | undefined {
  if (!Array.isArray(path)) return undefined
  const procedure = getContractRouter(contract, path)
  return isContractProcedure(procedure) ? procedure['~orpc'].meta : undefined
}

const ignoredIds = new Set<string>()
/**
 * Prevents the answers about an entity from being refetched, because this window is about to delete it: its
 * screen closes soon, and the backend would report that it does not exist.
 * @returns a function that allows refetching again, for when the entity was not deleted
 */
export function ignoreChangesOf(id: string): () => void {
  ignoredIds.add(id)
  return () => void ignoredIds.delete(id)
}

/** Whether the answer cached under a query key depends on a change. */
function isAffected(queryKey: readonly unknown[], { topic, ids }: Change): boolean {
  const meta = procedureMetaOf(queryKey)
  if (!meta?.topics?.includes(topic)) return false
  const { input } = (queryKey[1] ?? {}) as { input?: { id?: string } }
  if (meta.isAboutOne && input?.id !== undefined && ignoredIds.has(input.id)) return false
  return !ids || !meta.isAboutOne || input?.id === undefined || ids.includes(input.id)
}

/** Marks the cached answers that depend on the changes as stale; those on screen are refetched at once. */
export function invalidate(queryClient: QueryClient, changes: readonly Change[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => changes.some((change) => isAffected(queryKey, change)),
  })
}

/** Reloads the page, because its address, choices and cached answers belong to the previous workspace. */
const reloadPage = (): void => window.location.replace('/')

/**
 * Listens until the signal is aborted or another workspace is opened. When another workspace is opened, the
 * page is reloaded.
 * @param onOtherWorkspace replaces reloading the page, for tests
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
      // Changes made while the backend was lost are unknown, so every answer is refetched.
      if (backendState === 'lost') void queryClient.invalidateQueries()
      else invalidate(queryClient, batch.changes)
      setBackendState('connected')
      after = batch.changeNumber
      failures = 0
      await pause(batchDelay, signal)
    } catch {
      if (signal.aborted) return
      setBackendState('lost')
      after = 0
      await pause(Math.min(maxRetryDelay, firstRetryDelay * 2 ** failures++), signal)
    }
  }
}

/** Ends the current delay, so that the next attempt starts now. */
export const retryNow = (): void => endPause?.()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** State of the connection to the backend. */
export const useBackendState = (): BackendState => useSyncExternalStore(subscribe, () => backendState)
