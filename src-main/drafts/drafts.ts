import { randomUUID } from 'node:crypto'
import type { CheckedPayload } from '../../src-shared/drafts/check-payload.ts'
import type { Draft, DraftList, FeedKind } from '../../src-shared/drafts/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { readInPlace } from '../../src-shared/vocabulary/kit/limits.ts'
import type { Storage } from '../storage/index.ts'
import { draftChecker } from './drafts-checker.ts'
import { draftReader, draftWriter, type SaveOutcome } from './drafts-store.ts'

interface DraftStart {
  kind: FeedKind
  /** Filled from these items of the catalog. */
  fromItemIds?: string[]
  /** Kind `contentplus`: with the content of these retailers; of every one when absent. */
  retailerIds?: string[]
  /** Filled with this payload. */
  xml?: string
  name?: string
}

export interface DraftChange {
  id: string
  /** The revision the change started from. */
  revision: number
  xml: string
  /** Absent: stays. */
  name?: string
}

export interface Drafts {
  /** The newest first. */
  list(window: { offset: number; limit: number }): Promise<DraftList>
  get(id: string): Promise<Draft>
  create(start: DraftStart): Promise<Draft>
  /**
   * Saves the text as it stands, mistakes and all, and says what its check found.
   * @throws PlainError `STALE_REVISION` when the draft was saved elsewhere since
   */
  save(change: DraftChange): Promise<{ draft: Draft; checked: CheckedPayload }>
  /**
   * Makes a draft of kind `create` a `refresh`; its payload stays as it is.
   * @throws PlainError `STALE_REVISION` as `save` does, `DRAFT_INVALID` for a draft of another kind
   */
  makeRefresh(change: { id: string; revision: number }): Promise<Draft>
  delete(id: string): Promise<{ deleted: boolean }>
  /** Well-formedness, schema, business rules, and what the catalog knows. What is judged is what would be sent: the bytes. */
  check(kind: FeedKind, payload: Uint8Array): Promise<CheckedPayload>
}

/** Of a request about a draft that cannot be met; its `problems` say why where single fields are at fault. */
export type DraftErrorCode = 'DRAFT_NOT_FOUND' | 'STALE_REVISION' | 'DRAFT_INVALID' | 'ITEM_NOT_FOUND'

interface DraftsOptions {
  storage: Storage
  /** The connection's base of XML namespaces, asked anew each time; our own default when absent. */
  namespaceBase?: () => Promise<string | undefined>
}

/** Drafts of one workspace, kept in its database; payloads are judged against its catalog. */
export function createDrafts({ storage, namespaceBase = async () => undefined }: DraftsOptions): Drafts {
  const reader = storage.reader(draftReader)
  const writer = storage.writer(draftWriter)

  /** A large payload is checked in a thread that can be ended; the readers have others to answer. */
  const check: Drafts['check'] = async (kind, payload) =>
    storage
      .reader(draftChecker, { apart: payload.byteLength > readInPlace })
      .check(kind, payload, await namespaceBase())
  const checkText = (kind: FeedKind, xml: string) => check(kind, Buffer.from(xml, 'utf8'))

  const get: Drafts['get'] = async (id) => (await reader.get(id)) ?? notFound(id)

  const saved = (id: string, outcome: SaveOutcome): Draft => {
    if ('draft' in outcome) return outcome.draft
    if (outcome.refused === 'missing') return notFound(id)
    throw new PlainError<DraftErrorCode>(
      'STALE_REVISION',
      'The draft was changed elsewhere since you opened it. Open it again; nothing of the other change was lost.',
    )
  }

  return {
    list: (window) => reader.list(window),
    get,
    async create({ kind, fromItemIds = [], retailerIds, xml, name }) {
      const started =
        xml === undefined
          ? await storage.reader(draftChecker).start(kind, fromItemIds, await namespaceBase(), retailerIds)
          : { xml }
      if ('missing' in started)
        throw new PlainError<DraftErrorCode>(
          'ITEM_NOT_FOUND',
          `The catalog has no item ${started.missing} to begin with.`,
        )
      const { title, itemCount, errorCount } = await checkText(kind, started.xml)
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
      const checked = await checkText(kind, xml)
      const { itemCount, errorCount } = checked
      const outcome = await writer.save({ id, revision, xml, itemCount, errorCount, name: name || null })
      return { draft: saved(id, outcome), checked }
    },
    async makeRefresh({ id, revision }) {
      const { kind, xml } = await get(id)
      if (kind !== 'create')
        throw new PlainError<DraftErrorCode>(
          'DRAFT_INVALID',
          'Only a draft that creates items can become a refresh.',
        )
      const { itemCount, errorCount } = await checkText('refresh', xml)
      return saved(id, await writer.save({ id, revision, xml, itemCount, errorCount, kind: 'refresh' }))
    },
    delete: async (id) => ({ deleted: await writer.remove(id) }),
    check,
  }
}

function notFound(id: string): never {
  throw new PlainError<DraftErrorCode>(
    'DRAFT_NOT_FOUND',
    `There is no draft ${id}: it was deleted or queued.`,
  )
}
