import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { Change, ChangeBatch } from '../../src-shared/rpc/changes.ts'
import { invalidate, listen, retryNow, useBackendState } from './changes.ts'
import type { Client } from './client.ts'

const controllers: AbortController[] = []
afterEach(() => {
  for (const controller of controllers.splice(0)) controller.abort()
})

/** A client whose long polls are answered by the test, one after the other. */
function clientWithManualAnswers() {
  const requested: number[] = []
  const waiting: { answer: (batch: ChangeBatch) => void; fail: () => void }[] = []
  const next = ({ after }: { after: number }) => {
    requested.push(after)
    return new Promise<ChangeBatch>((resolve, reject) => {
      waiting.push({ answer: resolve, fail: () => reject(new TypeError('Failed to fetch')) })
    })
  }
  const current = async () => {
    await expect.poll(() => waiting.length).toBe(1)
    const call = waiting.shift()
    if (!call) throw new Error('No call is waiting.')
    return call
  }
  return { client: { changes: { next } } as unknown as Client, requested, current }
}

function start(client: Client, queryClient: QueryClient) {
  const controller = new AbortController()
  controllers.push(controller)
  void listen(client, queryClient, controller.signal)
}

/** A query client with one cached answer for each procedure. */
function clientWithAnswersFor(...procedures: string[]) {
  const queryClient = new QueryClient()
  for (const procedure of procedures)
    queryClient.setQueryData([procedure.split('.'), { type: 'query' }], 'kept')
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => (query.queryKey[0] as string[]).join('.'))
  return { queryClient, stale }
}

test('a change invalidates only the answers that depend on its topic', () => {
  const topics: Change['topic'][] = ['drafts']
  const { queryClient, stale } = clientWithAnswersFor(
    'feeds.drafts',
    'feeds.draft',
    'catalog.search',
    'outbox.list',
  )
  queryClient.setQueryData(['of another kind'], 'kept')
  invalidate(
    queryClient,
    topics.map((topic) => ({ topic })),
  )
  expect(stale()).toEqual(['feeds.drafts', 'feeds.draft'])
})

test('the cached answer about a feed is stale when that feed, or an unnamed feed, has changed', () => {
  const feed = (id: string) => [['outbox', 'feed'], { type: 'query', input: { id } }]
  const { queryClient } = clientWithAnswersFor()
  queryClient.setQueryData(feed('f1'), 'kept')
  queryClient.setQueryData(feed('f2'), 'kept')
  const isStale = (id: string) => queryClient.getQueryState(feed(id))?.isInvalidated
  invalidate(queryClient, [
    { topic: 'outbox', ids: ['f2', 'f3'] },
    { topic: 'drafts', ids: ['f1'] },
  ])
  expect([isStale('f1'), isStale('f2')]).toEqual([false, true])
  invalidate(queryClient, [{ topic: 'outbox' }])
  expect(isStale('f1')).toBe(true)
})

test('the next call requests changes after the last change number', async () => {
  const { client, requested, current } = clientWithManualAnswers()
  const { queryClient, stale } = clientWithAnswersFor('catalog.search', 'feeds.drafts')
  start(client, queryClient)
  ;(await current()).answer({ changeNumber: 7, changes: [{ topic: 'items' }] })
  await expect.poll(stale).toEqual(['catalog.search'])
  await current()
  expect(requested).toEqual([0, 7])
})

test('a lost backend is reported, and every answer is refetched after reconnecting', async () => {
  const { client, requested, current } = clientWithManualAnswers()
  const { queryClient, stale } = clientWithAnswersFor('catalog.search', 'feeds.drafts')
  const { result } = await renderHook(() => useBackendState())
  start(client, queryClient)
  ;(await current()).answer({ changeNumber: 3, changes: [] })
  await expect.poll(() => result.current).toBe('connected')
  ;(await current()).fail()
  await expect.poll(() => result.current).toBe('lost')
  expect(stale()).toEqual([])
  retryNow()
  ;(await current()).answer({ changeNumber: 4, changes: [] })
  await expect.poll(() => result.current).toBe('connected')
  expect(stale().sort()).toEqual(['catalog.search', 'feeds.drafts'])
  expect(requested).toEqual([0, 3, 0])
})

test('opening another workspace reloads the page and stops listening', async () => {
  const { client, requested, current } = clientWithManualAnswers()
  const controller = new AbortController()
  controllers.push(controller)
  let reloads = 0
  const listening = listen(client, new QueryClient(), controller.signal, () => {
    reloads++
  })
  ;(await current()).answer({ changeNumber: 5, changes: [], workspace: '/one' })
  ;(await current()).answer({ changeNumber: 6, changes: [], workspace: '/one' })
  expect(reloads).toBe(0)
  ;(await current()).answer({ changeNumber: 2, changes: [], workspace: '/two' })
  await listening
  expect(reloads).toBe(1)
  expect(requested).toEqual([0, 5, 6])
})
