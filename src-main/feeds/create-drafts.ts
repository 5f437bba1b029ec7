import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/storage.ts'
import { DraftError, type Drafts } from './drafts.ts'
import { draftChecker } from './drafts-checker.ts'
import { draftReader, draftWriter } from './drafts-store.ts'

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
  const checker = storage.reader(draftChecker)

  const get: Drafts['get'] = async (id) => (await reader.get(id)) ?? notFound(id)

  return {
    list: () => reader.list(),
    get,
    async create({ kind, fromItemIds = [], retailerIds, xml, name }) {
      const base = await namespaceBase()
      const started = xml === undefined ? await checker.start(kind, fromItemIds, base, retailerIds) : { xml }
      if ('missing' in started)
        throw new DraftError('ITEM_NOT_FOUND', `The catalog has no item ${started.missing} to begin with.`)
      const { title, itemCount, errorCount } = await checker.check(kind, started.xml, base)
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
      const { itemCount, errorCount } = await checker.check(kind, xml, await namespaceBase())
      const outcome = await writer.save({ id, revision, xml, itemCount, errorCount, ...(name && { name }) })
      if ('draft' in outcome) return outcome.draft
      if (outcome.refused === 'missing') return notFound(id)
      throw new DraftError(
        'STALE_REVISION',
        'The draft was changed elsewhere since you opened it. Open it again; nothing of the other change was lost.',
      )
    },
    delete: async (id) => ({ deleted: await writer.remove(id) }),
    async check(id) {
      const { kind, xml } = await get(id)
      return (await checker.check(kind, xml, await namespaceBase())).problems
    },
    examine: async (kind, payload) => checker.check(kind, payload, await namespaceBase()),
    checkPayload: async (kind, payload) =>
      (await checker.check(kind, payload, await namespaceBase())).problems,
  }
}

function notFound(id: string): never {
  throw new DraftError('DRAFT_NOT_FOUND', `There is no draft ${id}: it was deleted or queued.`)
}
