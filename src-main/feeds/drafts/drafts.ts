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
import { readInPlace } from '../../../src-shared/vocabulary/kit/limits.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Storage } from '../../storage/index.ts'
import { draftChecker } from './check/drafts-checker.ts'
import { followChecks } from './check/follow-checks.ts'
import { type DraftErrorCode, invalidMessage, itemNotFound, notFound } from './drafts-refusal.ts'
import type { FeedLimits, FeedToSend } from './make/compose-feeds.ts'
import { type DraftStart, openMaking } from './make/make-drafts.ts'
import { draftReader } from './store/draft-reader.ts'
import { draftWriter, type EditOutcome, type PreparedEdit } from './store/draft-writer.ts'

interface DraftsOptions {
  storage: Storage
  /** The connection's base of XML namespaces, asked anew each time; our own default when absent. */
  namespaceBase?: () => Promise<string | undefined>
  clock?: Clock
}

/** How long a deleted draft can be taken back, in milliseconds. */
const deletedKept = 30 * 24 * 3_600_000
/** Edits of a draft as a whole, which need none of its items. */
const ofHead: ReadonlySet<string> = new Set<DraftEdit['do']>(['rename', 'group'])
const maxTextLength = 1_000_000
const maxErrors = 1000

/** Items of a draft whose problems a reader counts beside what else it answers. */
const maxCountedHere = 300

/** The outbox answers the rest (procedures.ts). */
type OwnContract = Omit<typeof feedContract, 'createDraft' | 'checkDraft' | 'queueDraft'>

export type Drafts = ReturnType<typeof createDrafts>

/** Drafts of one workspace, kept in its database; items are judged against its catalog. */
export function createDrafts({
  storage,
  namespaceBase = async () => undefined,
  clock = systemClock,
}: DraftsOptions) {
  const reader = storage.reader(draftReader)
  const writer = storage.writer(draftWriter)
  const checker = storage.reader(draftChecker)
  // Many items, or foreign bytes, are read in a thread that can be ended; the readers have others to answer.
  const checkerApart = storage.reader(draftChecker, { apart: true })
  const readerApart = storage.reader(draftReader, { apart: true })
  const checks = followChecks(storage)
  /** Drafts that work under way is filling, and that work. */
  const held = new Map<string, string>()
  // Checks that a kill or the end of the program cut off start anew.
  const begun = writer.begin(clock.now() - deletedKept).then(
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

  /** The draft with its items in place. @throws PlainError `DRAFT_UNREAD` when they cannot be read */
  async function withItems(id: string): Promise<Draft> {
    const draft = await existing(id)
    const unread = await readIn(draft)
    if (!unread) return existing(id)
    const { problems } = unread
    throw new PlainError<DraftErrorCode>(
      'DRAFT_UNREAD',
      say`“${draft.name}” cannot be read as items. Open it and fix its text first.`,
      { problems },
    )
  }

  /** Problems are counted over every item: thirty each of 10,000 items take over a second. */
  const problemsOf = async (id: string): Promise<DraftProblems> => {
    const { itemCount } = await existing(id)
    return (await (itemCount > maxCountedHere ? readerApart : reader).problems(id)) ?? notFound(id)
  }

  /** Reads the items out of a draft's text. @returns problems when that cannot be done */
  async function readIn({ id, kind }: Draft): Promise<UnreadDraft | null> {
    const text = await reader.text(id)
    if (text === null) return null
    const read = await (text.length > readInPlace ? checkerApart : checker).readItems(kind, text)
    if ('problems' in read) return { text, problems: read.problems }
    await writer.readIn(id, read.values, read.frame)
    return null
  }

  /** The draft with its items in place, as far as they can be read. */
  async function opened(id: string): Promise<Draft> {
    const draft = await existing(id)
    return (await reader.isUnread(id)) && (await readIn(draft)) === null ? existing(id) : draft
  }

  const settled = (id: string, outcome: EditOutcome): DraftChanged => {
    if (!('refused' in outcome)) {
      const { drafts, ...changed } = outcome
      for (const one of drafts) checks.soon(one)
      return changed
    }
    if (outcome.refused === 'missing') return notFound(id)
    if (outcome.refused === 'blocked') throw new PlainError<DraftErrorCode>('STEP_BLOCKED', outcome.reason)
    throw new PlainError<DraftErrorCode>(
      'STALE_ITEM',
      say`The item was changed elsewhere since you began. Look at it again; nothing of the other change was lost.`,
    )
  }

  /** Texts are read before they are stored, and what is decided about the catalog is worked out, in a reader's thread. */
  async function prepare({ id, kind }: Draft, edit: DraftEdit): Promise<PreparedEdit> {
    if (edit.do === 'settle' || edit.do === 'drop-doubles')
      return { do: 'settled', items: await checkerApart.settle(id, edit) }
    if (edit.do !== 'text') return edit
    const { key, revision, text } = edit
    const { value } = await (text.length > readInPlace ? checkerApart : checker).readItem(kind, text)
    return { do: 'read', key, revision, ...(value ? { value } : { text }) }
  }

  const making = openMaking({ storage, writer, opened, check: checks.soon, clock })

  return {
    drafts: (question) => reader.list(question),
    draft: ({ id }) => opened(id),
    draftOutcome: ({ id }) => reader.outcome(id),
    async createDraft(start: DraftStart): Promise<Draft> {
      await begun
      return making.create(start)
    },
    /** @throws PlainError `TOO_MANY_ITEMS`, `NOTHING_FOUND` */
    draftSearch: making.createFromSearch,
    drafting: ({ id }) => making.progress(id),
    stopDrafting: ({ id }) => making.stop(id),
    unreadDraft: async ({ id }) => readIn(await existing(id)),
    async mendUnread({ id, text }) {
      if (!(await writer.setText(id, text)))
        throw new PlainError<DraftErrorCode>(
          'STALE_REVISION',
          say`The items of this draft have been read meanwhile.`,
        )
      await readIn(await existing(id))
      checks.soon(id)
      return existing(id)
    },
    async draftRows(question) {
      return (await reader.rows(question)) ?? notFound(question.id)
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
      return (await checkerApart.text(id, maxTextLength, await namespaceBase())) ?? notFound(id)
    },
    async draftStanding({ id }) {
      return (await reader.standing(id)) ?? notFound(id)
    },
    async compareItem({ id, key }) {
      const compared = (await checker.compareItem(id, key)) ?? itemNotFound(key)
      const { problems } = (await reader.item(id, key)) ?? itemNotFound(key)
      return { ...compared, problems }
    },
    async draftItemFeed({ id, key }) {
      return { text: (await checker.itemFeed(id, key, await namespaceBase())) ?? itemNotFound(key) }
    },
    draftProblems: ({ id }) => problemsOf(id),
    /** @throws PlainError `DRAFT_NOT_FOUND` */
    async draftScores({ id, profile }) {
      await opened(id)
      return checkerApart.scores(id, profile)
    },
    async previewReplace({ id, ...edit }) {
      return (await reader.previewReplace(id, edit)) ?? notFound(id)
    },
    /** @throws PlainError `STALE_ITEM` when an item was changed since the edit was begun */
    async editDraft({ id, label, edits }) {
      const draft = await (edits.every(({ do: what }) => ofHead.has(what)) ? opened : withItems)(id)
      const prepared = await Promise.all(edits.map((edit) => prepare(draft, edit)))
      return settled(id, await writer.edit(id, label, prepared))
    },
    undoDraft: async ({ id }) => settled(id, await writer.undo(id)),
    redoDraft: async ({ id }) => settled(id, await writer.redo(id)),
    async splitDraft({ id, selection, name, kind }) {
      const draft = await withItems(id)
      await refuseHeld([id])
      const part = { id: randomUUID(), kind: kind ?? draft.kind, name }
      const made = (await writer.split(id, selection, part)) ?? notFound(id)
      checks.soon(part.id)
      return made
    },
    /** @throws PlainError `DRAFT_UNREAD`, `DRAFT_HELD`, each naming the draft */
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
    async deleteDraft({ id }) {
      await refuseHeld([id])
      return { deleted: await writer.delete(id) }
    },
    undeleteDraft: async ({ id }) => settled(id, await writer.undelete(id)).draft,
    /** Work that goes on to fill the draft: until `release`, it can be neither joined, split, queued nor deleted. */
    hold: (id: string, work: string): void => void held.set(id, work),
    async allowRefused({ id, code, path }) {
      for (const one of await writer.allow(id, code, path)) checks.soon(one)
    },
    /** Has the items checked that another room's writer has put into the draft. */
    filled: (id: string): void => checks.soon(id),
    /** The work has ended: its drafts may be moved, queued and deleted again. */
    release(work: string): void {
      for (const [id, by] of held) if (by === work) held.delete(id)
    },
    /** Checks every item whose check is not about the item and the catalog as they are now; resolves when that is done. */
    async check(id: string): Promise<DraftProblems> {
      await withItems(id)
      await checks.now(id)
      return problemsOf(id)
    },
    /** The first errors as of the last check, each by its item's place in the draft. */
    errors: (id: string): Promise<Problem[]> => reader.errors(id, maxErrors),
    /** The code of every item, as given, in their order. */
    codes: (id: string): Promise<string[]> => reader.codes(id),
    /**
     * The payloads a draft is sent as: the very bytes that were checked.
     * @throws PlainError `DRAFT_INVALID` while an error stands
     */
    async compose(id: string, limits: FeedLimits): Promise<FeedToSend[]> {
      await refuseHeld([id])
      const feeds = await checkerApart.compose(id, limits, await namespaceBase())
      if (!('refused' in feeds)) return feeds
      if (feeds.refused === 'missing') return notFound(id)
      throw new PlainError<DraftErrorCode>('DRAFT_INVALID', invalidMessage)
    },
    /** Well-formedness, schema, business rules, and what the catalog knows, of bytes that are no draft. */
    checkPayload: async (kind: FeedKind, payload: Uint8Array): Promise<CheckedPayload> =>
      (payload.byteLength > readInPlace ? checkerApart : checker).check(kind, payload, await namespaceBase()),
    close: (): void => checks.close(),
  } satisfies Room<OwnContract>
}
