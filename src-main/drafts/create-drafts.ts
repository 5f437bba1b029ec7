import { randomUUID } from 'node:crypto'
import type { Draft, FeedKind } from '../../src-shared/drafts/model.ts'
import { readInPlace } from '../../src-shared/vocabulary/kit/limits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/index.ts'
import { DraftError, type Drafts } from './drafts.ts'
import { draftChecker } from './drafts-checker.ts'
import { type DraftChange, draftReader, draftWriter } from './drafts-store.ts'

export interface DraftsOptions {
  storage: Storage
  clock?: Clock
  log?: Logger
  /** The connection's base of XML namespaces, asked anew each time; our own default when absent. */
  namespaceBase?: () => Promise<string | undefined>
}

/** Drafts of one workspace, kept in its database; payloads are judged against its catalog. */
export function createDrafts({ storage, namespaceBase = async () => undefined }: DraftsOptions): Drafts {
  const reader = storage.reader(draftReader)
  const writer = storage.writer(draftWriter)
  /** A large payload is checked in a thread that can be ended; the readers have others to answer. */
  const check = (kind: FeedKind, payload: string | Uint8Array, base: string | undefined) =>
    storage.reader(draftChecker, { apart: payload.length > readInPlace }).check(kind, payload, base)

  const get: Drafts['get'] = async (id) => (await reader.get(id)) ?? notFound(id)

  const saved = async (change: DraftChange): Promise<Draft> => {
    const outcome = await writer.save(change)
    if ('draft' in outcome) return outcome.draft
    if (outcome.refused === 'missing') return notFound(change.id)
    throw new DraftError(
      'STALE_REVISION',
      'The draft was changed elsewhere since you opened it. Open it again; nothing of the other change was lost.',
    )
  }

  return {
    list: (window) => reader.list(window),
    get,
    async create({ kind, fromItemIds = [], retailerIds, xml, name }) {
      const base = await namespaceBase()
      const started =
        xml === undefined
          ? await storage.reader(draftChecker).start(kind, fromItemIds, base, retailerIds)
          : { xml }
      if ('missing' in started)
        throw new DraftError('ITEM_NOT_FOUND', `The catalog has no item ${started.missing} to begin with.`)
      const { title, itemCount, errorCount } = await check(kind, started.xml, base)
      return writer.create({
        id: randomUUID(),
        kind,
        name: name || title,
        xml: started.xml,
        itemCount,
        errorCount,
      })
    },
    async save({ id, revision, xml, name }) {
      const { kind } = await get(id)
      const { itemCount, errorCount } = await check(kind, xml, await namespaceBase())
      return saved({ id, revision, xml, itemCount, errorCount, ...(name && { name }) })
    },
    async makeRefresh({ id, revision }) {
      const { kind, xml } = await get(id)
      if (kind !== 'create')
        throw new DraftError('DRAFT_INVALID', 'Only a draft that creates items can become a refresh.')
      const { itemCount, errorCount } = await check('refresh', xml, await namespaceBase())
      return saved({ id, revision, xml, itemCount, errorCount, kind: 'refresh' })
    },
    delete: async (id) => ({ deleted: await writer.remove(id) }),
    async check(id) {
      const { kind, xml } = await get(id)
      return (await check(kind, xml, await namespaceBase())).problems
    },
    examine: async (kind, payload) => check(kind, payload, await namespaceBase()),
    checkPayload: async (kind, payload) => (await check(kind, payload, await namespaceBase())).problems,
  }
}

function notFound(id: string): never {
  throw new DraftError('DRAFT_NOT_FOUND', `There is no draft ${id}: it was deleted or queued.`)
}
