/**
 * A draft being edited: its XML is the truth, the form is a view of it. What is changed in the form is written to
 * the XML at once; what is typed in the XML shows in the form as soon as it can be read. Either way the text is
 * judged a moment later, and the problems go to the fields. Knows nothing of saving (autosave.ts) or of React.
 */
import type { Problem } from '../../../src-shared/problem.ts'
import type { FeedKind } from '../../../src-shared/rpc/feed-contract.ts'
import { checkFeed } from '../../../src-shared/vocabulary/check-feed.ts'
import type { ContentPlusFeed } from '../../../src-shared/vocabulary/content-plus.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import type { IngestItems } from '../../../src-shared/vocabulary/ingest.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { createFormStore, type FormStore } from '../../form/form-store.ts'
import { createProblemStore, type ProblemStore } from '../../form/problem-store.ts'

export interface DraftSession {
  store: FormStore
  problems: ProblemStore
  xml(): string
  /** Whether the XML cannot be read, so that the form shows what it was before. */
  isUnreadable(): boolean
  /** Someone typed in the XML. */
  editXml(xml: string): void
  /** The draft was replaced from elsewhere (the other version of a conflict). */
  replace(xml: string): void
  /** What the backend alone can know, e.g. that a GTIN is taken. */
  setServerProblems(problems: readonly Problem[]): void
  /** Brings XML and problems up to date with the last keystroke. */
  settle(): void
  /** After every change of the XML by a person. */
  onChange(listener: (xml: string) => void): () => void
  /** After every change of XML or readability. */
  subscribe(listener: () => void): () => void
}

export interface DraftSessionOptions {
  kind: FeedKind
  xml: string
  namespaceBase: string | undefined
  /** Milliseconds of quiet before the text is written and judged; grows with the size of the feed by itself. */
  quiet?: number
}

const same = (one: Problem, other: Problem) => one.code === other.code && one.path === other.path

export function createDraftSession({
  kind,
  xml: initial,
  namespaceBase,
  quiet = 120,
}: DraftSessionOptions): DraftSession {
  const options = { namespaceBase }
  let xml = initial
  let unreadable = false
  let local: readonly Problem[] = []
  let server: readonly Problem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let due: (() => void) | undefined
  let cost = 0
  const listeners = new Set<() => void>()
  const changeListeners = new Set<(xml: string) => void>()
  const store = createFormStore({ item: [] })
  const problems = createProblemStore()

  const publishProblems = () => {
    problems.replace([...local, ...server])
    for (const listener of listeners) listener()
  }
  /** Judges the text; the value comes along for whoever needs it. */
  const judge = (): IngestItems | ContentPlusFeed | undefined => {
    const checked = checkFeed(kind, xml, options)
    const value = checked.items ?? checked.contentPlus
    local = checked.problems
    unreadable = value === undefined
    return value
  }
  const read = () => {
    const value = judge()
    if (value) store.replace(value)
    publishProblems()
  }
  const write = () => {
    const value = store.value()
    xml =
      kind === 'contentplus'
        ? writeDocument(documents.contentPlus, value as ContentPlusFeed, { ...options, indent: 2 })
        : writeDocument(documents.ingestItems, value as IngestItems, { ...options, indent: 2 })
    judge()
    publishProblems()
    for (const listener of changeListeners) listener(xml)
  }
  const settle = () => {
    clearTimeout(timer)
    const work = due
    due = undefined
    if (!work) return
    const started = performance.now()
    work()
    cost = performance.now() - started
  }
  const plan = (work: () => void) => {
    due = work
    clearTimeout(timer)
    timer = setTimeout(settle, Math.max(quiet, cost * 3))
  }

  read()
  store.onEdit(() => plan(write))

  return {
    store,
    problems,
    xml: () => xml,
    isUnreadable: () => unreadable,
    editXml: (text) => {
      xml = text
      for (const listener of changeListeners) listener(xml)
      for (const listener of listeners) listener()
      plan(read)
    },
    replace: (text) => {
      due = undefined
      xml = text
      server = []
      read()
    },
    setServerProblems: (found) => {
      // What this window finds by itself is judged at every keystroke; only the rest is kept until the next answer.
      server = found.filter((problem) => !local.some((known) => same(known, problem)))
      publishProblems()
    },
    settle,
    onChange: (listener) => {
      changeListeners.add(listener)
      return () => void changeListeners.delete(listener)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The root element by which problems of this kind of feed begin, and the element its items are. */
export const documentOf = (kind: FeedKind) =>
  kind === 'contentplus' ? documents.contentPlus : documents.ingestItems
