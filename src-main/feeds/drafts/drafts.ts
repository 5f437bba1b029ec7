import { randomUUID } from 'node:crypto'
import type { CheckedPayload } from '../../../src-shared/feeds/draft/check-payload.ts'
import type { feedContract } from '../../../src-shared/feeds/draft/contract.ts'
import type { DraftEdit } from '../../../src-shared/feeds/draft/edits.ts'
import type {
  Draft,
  DraftChanged,
  DraftProblems,
  UnreadDraft,
} from '../../../src-shared/feeds/draft/model.ts'
import { type FeedKind, kinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import type { Room } from '../../../src-shared/rpc/procedure.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { maxInlineBytes } from '../../../src-shared/vocabulary/kit/limits.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Storage } from '../../storage/index.ts'
import { draftChecker } from './check/drafts-checker.ts'
import { followChecks } from './check/follow-checks.ts'
import { type DraftErrorCode, invalidMessage, itemNotFound, notFound } from './drafts-refusal.ts'
import type { FeedLimits, FeedToSend } from './make/compose-feeds.ts'
import { type DraftStart, openDraftFactory } from './make/make-drafts.ts'
import { spellingReader } from './spelling/spelling-store.ts'
import { draftReader } from './store/draft-reader.ts'
import { draftWriter, type PreparedEdit } from './store/draft-writer.ts'
import type { EditOutcome } from './store/edit-outcome.ts'

interface DraftsOptions {
  storage: Storage
  /**
   * Returns the connection's base of XML namespaces; called each time it is needed. Default namespace if
   * absent.
   */
  namespaceBase?: () => Promise<string | undefined>
  clock?: Clock
}

/** Time for which a deleted draft can be restored, in milliseconds. */
const deletedRetention = 30 * 24 * 3_600_000
/** Edits of the draft's own fields, which do not need its items. */
const headEdits: ReadonlySet<string> = new Set<DraftEdit['do']>(['rename', 'group'])
const maxTextLength = 1_000_000
const maxErrors = 1000

/** Largest draft, in items, whose problems are grouped in the shared reader thread. */
const maxGroupedInReader = 300

/** The part of the contract implemented here; the outbox implements the rest (procedures.ts). */
type OwnContract = Omit<typeof feedContract, 'createDraft' | 'checkDraft' | 'queueDraft'>

export type Drafts = ReturnType<typeof createDrafts>

/** Drafts of one workspace, stored in its database. Items are checked against its catalog. */
export function createDrafts({
  storage,
  namespaceBase = async () => undefined,
  clock = systemClock,
}: DraftsOptions) {
  const reader = storage.reader(draftReader)
  const writer = storage.writer(draftWriter)
  const checker = storage.reader(draftChecker)
  // Many items and foreign input are processed in a separate thread that can be terminated, so that other
  // readers stay responsive.
  const checkerThread = storage.reader(draftChecker, { apart: true })
  const readerThread = storage.reader(draftReader, { apart: true })
  const spelling = storage.reader(spellingReader, { apart: true })
  const checks = followChecks(storage)
  /** Drafts that are being filled, and the id of the job that fills them. */
  const held = new Map<string, string>()
  // Restarts checks that were interrupted when the program ended.
  const started = writer.begin(clock.now() - deletedRetention).then(
    (unchecked) => unchecked.forEach(checks.soon),
    () => undefined,
  )

  const existing = async (id: string): Promise<Draft> => (await reader.get(id)) ?? notFound(id)

  /** @throws PlainError `DRAFT_HELD` */
  async function refuseHeld(ids: readonly string[]): Promise<void> {
    const id = ids.find((one) => held.has(one))
    if (id === undefined) return
    const { name } = await existing(id)
    throw new PlainError<DraftErrorCode>(
      'DRAFT_HELD',
      say`“${name}” is being filled by an import. Wait until the import is done, or cancel it.`,
    )
  }

  /** The draft with its items parsed. @throws PlainError `DRAFT_UNREAD` if they cannot be parsed */
  async function withItems(id: string): Promise<Draft> {
    const draft = await existing(id)
    const unread = await parseItems(draft)
    if (!unread) return existing(id)
    const { problems } = unread
    throw new PlainError<DraftErrorCode>(
      'DRAFT_UNREAD',
      say`“${draft.name}” cannot be read as items. Open it and fix its text first.`,
      { problems },
    )
  }

  /** Grouping reads all items: thirty problems in each of 10,000 items take over a second. */
  const groupProblems = async (id: string): Promise<DraftProblems> => {
    const { itemCount } = await existing(id)
    return (await (itemCount > maxGroupedInReader ? readerThread : reader).problems(id)) ?? notFound(id)
  }

  /** Parses the items from a draft's raw text. @returns the problems if it cannot be parsed, else null */
  async function parseItems({ id, kind }: Draft): Promise<UnreadDraft | null> {
    const text = await reader.text(id)
    if (text === null) return null
    const read = await (text.length > maxInlineBytes ? checkerThread : checker).readItems(kind, text)
    if ('problems' in read) return { text, problems: read.problems }
    await writer.storeItems(id, read.values, read.frame)
    return null
  }

  /** The draft, with its items parsed if possible. */
  async function opened(id: string): Promise<Draft> {
    const draft = await existing(id)
    return (await reader.isUnread(id)) && (await parseItems(draft)) === null ? existing(id) : draft
  }

  const toDraftChanged = (id: string, outcome: EditOutcome): DraftChanged => {
    if (!('refused' in outcome)) {
      const { drafts, ...changed } = outcome
      for (const one of drafts) checks.soon(one)
      return changed
    }
    if (outcome.refused === 'missing') return notFound(id)
    if (outcome.refused === 'blocked') throw new PlainError<DraftErrorCode>('STEP_BLOCKED', outcome.reason)
    if (outcome.isCell)
      throw new PlainError<DraftErrorCode>(
        'STALE_CELLS',
        say`Some of these cells were changed elsewhere meanwhile. Nothing was saved over the other change.`,
      )
    throw new PlainError<DraftErrorCode>(
      'STALE_ITEM',
      say`The item was changed elsewhere meanwhile. Review it; the other change was kept.`,
    )
  }

  /** Prepares an edit for the writer: parses texts and computes settled items in a reader thread. */
  async function prepare({ id, kind }: Draft, edit: DraftEdit): Promise<PreparedEdit> {
    if (edit.do === 'settle' || edit.do === 'drop-doubles')
      return { do: 'settled', items: await checkerThread.settle(id, edit) }
    if (edit.do === 'rename' && typeof edit.name !== 'string')
      return { ...edit, name: await checker.contentsName(edit.name) }
    if (edit.do !== 'text') return edit
    const { key, revision, text } = edit
    const { value } = await (text.length > maxInlineBytes ? checkerThread : checker).readItem(kind, text)
    return { do: 'read', key, revision, ...(value ? { value } : { text }) }
  }

  const factory = openDraftFactory({ storage, writer, opened, check: checks.soon, clock })

  return {
    drafts: (question) => reader.list(question),
    draft: ({ id }) => opened(id),
    draftOutcome: ({ id }) => reader.outcome(id),
    async createDraft(start: DraftStart): Promise<Draft> {
      await started
      return factory.create(start)
    },
    /** @throws PlainError `TOO_MANY_ITEMS`, `NOTHING_FOUND` */
    draftSearch: factory.createFromSearch,
    drafting: ({ id }) => factory.progress(id),
    stopDrafting: ({ id }) => factory.stop(id),
    unreadDraft: async ({ id }) => parseItems(await existing(id)),
    async fixUnread({ id, text }) {
      if (!(await writer.setText(id, text)))
        throw new PlainError<DraftErrorCode>(
          'STALE_REVISION',
          say`The items of this draft have been read meanwhile.`,
        )
      await parseItems(await existing(id))
      checks.soon(id)
      return existing(id)
    },
    async draftRows(question) {
      return (await reader.rows(question)) ?? notFound(question.id)
    },
    async draftRetailers({ id }) {
      return (await reader.retailers(id)) ?? notFound(id)
    },
    async draftItem({ id, key }) {
      return (await reader.item(id, key)) ?? itemNotFound(key)
    },
    async draftItemText({ id, key }) {
      const { kind } = await existing(id)
      const { text, value } = (await reader.item(id, key)) ?? itemNotFound(key)
      return { text: text ?? kinds[kind].payload.writeItem(value) }
    },
    async draftText({ id }) {
      return (await checkerThread.text(id, maxTextLength, await namespaceBase())) ?? notFound(id)
    },
    async draftDifferences({ id }) {
      return (await reader.standing(id)) ?? notFound(id)
    },
    async compareItem({ id, key }) {
      const compared = (await checker.compareItem(id, key)) ?? itemNotFound(key)
      const { problems } = (await reader.item(id, key)) ?? itemNotFound(key)
      return { ...compared, problems }
    },
    async previewItem({ id, key }) {
      return (await checker.previewItem(id, key)) ?? itemNotFound(key)
    },
    async draftItemFeed({ id, key }) {
      return { text: (await checker.itemFeed(id, key, await namespaceBase())) ?? itemNotFound(key) }
    },
    draftProblems: ({ id }) => groupProblems(id),
    /** @throws PlainError `DRAFT_NOT_FOUND` */
    async draftScores({ id, profile }) {
      await opened(id)
      return checkerThread.scores(id, profile)
    },
    /** @throws PlainError `DRAFT_NOT_FOUND` */
    async draftSpelling({ id }) {
      await opened(id)
      return (await spelling.spelling(id)) ?? notFound(id)
    },
    async previewReplace({ id, ...edit }) {
      return (await reader.previewReplace(id, edit)) ?? notFound(id)
    },
    async alikeValues({ id, ...question }) {
      await withItems(id)
      return (await reader.alikeValues(id, question)) ?? notFound(id)
    },
    async staleCells({ id, cells }) {
      return (await reader.staleCells(id, cells)) ?? notFound(id)
    },
    /**
     * @throws PlainError `STALE_ITEM` if an item has changed since the given revision, `STALE_CELLS` if a cell has
     * another text than the edit is based on
     */
    async editDraft({ id, label, edits }) {
      const draft = await (edits.every(({ do: action }) => headEdits.has(action)) ? opened : withItems)(id)
      const prepared = await Promise.all(edits.map((edit) => prepare(draft, edit)))
      return toDraftChanged(id, await writer.edit(id, label, prepared))
    },
    undoDraft: async ({ id }) => toDraftChanged(id, await writer.undo(id)),
    redoDraft: async ({ id }) => toDraftChanged(id, await writer.redo(id)),
    async draftSteps({ id }) {
      return (await reader.steps(id)) ?? notFound(id)
    },
    async undoStep({ id, number, choice }) {
      await refuseHeld([id])
      const outcome = await writer.undoStep(id, number, choice)
      return 'clashes' in outcome ? outcome : { changed: toDraftChanged(id, outcome) }
    },
    async splitDraft({ id, selection, name, kind }) {
      const draft = await withItems(id)
      await refuseHeld([id])
      const part = { id: randomUUID(), kind: kind ?? draft.kind, name }
      const made = (await writer.split(id, selection, part)) ?? notFound(id)
      checks.soon(part.id)
      return made
    },
    /** @throws PlainError `DRAFT_UNREAD`, `DRAFT_HELD`, both with the name of the draft */
    async joinDrafts({ ids }) {
      for (const id of ids) await withItems(id)
      await refuseHeld(ids)
      const joined = await writer.join(ids)
      if ('refused' in joined)
        throw new PlainError<DraftErrorCode>(
          joined.refused === 'kinds' ? 'DRAFT_INVALID' : 'DRAFT_NOT_FOUND',
          joined.refused === 'kinds'
            ? say`Only drafts of one kind of feed can be joined.`
            : say`One of these drafts was deleted or queued since. Nothing was joined.`,
        )
      checks.soon(joined.id)
      return joined
    },
    /** @throws PlainError `DRAFT_NOT_FOUND` */
    async groupDrafts({ ids, group }) {
      const changed = await writer.group(ids, group)
      if (!('refused' in changed)) return { changed }
      throw new PlainError<DraftErrorCode>(
        'DRAFT_NOT_FOUND',
        say`One of these drafts was deleted or queued since. None was put into another group.`,
      )
    },
    setDraftGrid: ({ id, grid }) => writer.setGrid(id, grid),
    async deleteDraft({ id }) {
      await refuseHeld([id])
      return { deleted: await writer.delete(id) }
    },
    undeleteDraft: async ({ id }) => toDraftChanged(id, await writer.undelete(id)).draft,
    /**
     * Marks a draft as being filled by a job. Until `release`, it cannot be joined, split, queued or deleted.
     */
    hold: (id: string, work: string): void => void held.set(id, work),
    async allowRefused({ id, code, path }) {
      for (const one of await writer.allow(id, code, path)) checks.soon(one)
    },
    /** Schedules a check after another room's writer has added items to the draft. */
    filled: (id: string): void => checks.soon(id),
    /** Ends the holds of a job. */
    release(work: string): void {
      for (const [id, by] of held) if (by === work) held.delete(id)
    },
    /** Checks all items whose check is older than the item or the catalog. Resolves when done. */
    async check(id: string): Promise<DraftProblems> {
      await withItems(id)
      await checks.now(id)
      return groupProblems(id)
    },
    /** Resolves when the suggestions for all checks so far are stored. */
    suggested: (): Promise<void> => checks.suggested(),
    /** The first errors of the last check. Paths contain the item's position in the draft. */
    errors: (id: string): Promise<Problem[]> => reader.errors(id, maxErrors),
    /** The code of each item, as given, in draft order. */
    codes: (id: string): Promise<string[]> => reader.codes(id),
    /**
     * The payloads in which a draft is sent: exactly the bytes that were checked.
     * @throws PlainError `DRAFT_INVALID` if there are errors
     */
    async compose(id: string, limits: FeedLimits): Promise<FeedToSend[]> {
      await refuseHeld([id])
      const feeds = await checkerThread.compose(id, limits, await namespaceBase())
      if (!('refused' in feeds)) return feeds
      if (feeds.refused === 'missing') return notFound(id)
      throw new PlainError<DraftErrorCode>('DRAFT_INVALID', invalidMessage)
    },
    /** Checks a payload that is not a draft: well-formedness, schema, business rules, and catalog. */
    checkPayload: async (kind: FeedKind, payload: Uint8Array): Promise<CheckedPayload> =>
      (payload.byteLength > maxInlineBytes ? checkerThread : checker).check(
        kind,
        payload,
        await namespaceBase(),
      ),
    close: (): void => checks.close(),
  } satisfies Room<OwnContract>
}
