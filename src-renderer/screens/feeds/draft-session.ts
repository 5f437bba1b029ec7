/**
 * A draft being edited: its XML is the truth, the form is a view of it. What is changed in the form is written to
 * the XML at once; what is typed in the XML shows in the form as soon as it can be read. Either way it is
 * judged a moment later, and the problems go to the fields. Knows nothing of saving (autosave.ts) or of React.
 */

import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import type { ContentPlusFeed } from '../../../src-shared/vocabulary/content-plus.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import type { IngestItems } from '../../../src-shared/vocabulary/ingest.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { checkFeed, checkFeedValue } from '../../../src-shared/vocabulary/rules/check-feed.ts'
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
  /** The same, and gives every problem its line in the XML. */
  locate(): void
  /** After every change of the XML by a person. */
  onChange(listener: (xml: string) => void): () => void
  /** After every change of XML or readability. */
  subscribe(listener: () => void): () => void
}

interface DraftSessionOptions {
  kind: FeedKind
  xml: string
  namespaceBase: string | undefined
  /** Milliseconds of quiet before the value is judged. */
  quiet?: number
}

/** Writing a large feed costs several times what judging it does, and only saving and the XML view wait for it. */
const writeFactor = 4

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
  let judgeTimer: ReturnType<typeof setTimeout> | undefined
  let textTimer: ReturnType<typeof setTimeout> | undefined
  let dueText: (() => void) | undefined
  const listeners = new Set<() => void>()
  const changeListeners = new Set<(xml: string) => void>()
  const store = createFormStore({ item: [] })
  const problems = createProblemStore()

  const publishProblems = () => {
    problems.replace([...local, ...server])
    for (const listener of listeners) listener()
  }
  /** From the text to the form; problems know their lines. */
  const read = () => {
    clearTimeout(judgeTimer)
    const checked = checkFeed(kind, xml, options)
    const value = checked.items ?? checked.contentPlus
    local = checked.problems
    unreadable = value === undefined
    if (value) store.replace(value)
    publishProblems()
  }
  const judgeValue = () => {
    clearTimeout(judgeTimer)
    local = checkFeedValue(kind, store.value() as IngestItems | ContentPlusFeed)
    publishProblems()
  }
  /** From the form to the text. */
  const write = () => {
    const value = store.value()
    xml =
      kind === 'contentplus'
        ? writeDocument(documents.contentPlus, value as ContentPlusFeed, { ...options, indent: 2 })
        : writeDocument(documents.ingestItems, value as IngestItems, { ...options, indent: 2 })
    judgeValue()
    for (const listener of changeListeners) listener(xml)
  }
  const settle = () => {
    clearTimeout(textTimer)
    const work = dueText
    dueText = undefined
    work?.()
  }
  const planText = (work: () => void, milliseconds: number) => {
    dueText = work
    clearTimeout(textTimer)
    textTimer = setTimeout(settle, milliseconds)
  }

  read()
  store.onEdit(() => {
    clearTimeout(judgeTimer)
    judgeTimer = setTimeout(judgeValue, quiet)
    planText(write, quiet * writeFactor)
  })

  return {
    store,
    problems,
    xml: () => xml,
    isUnreadable: () => unreadable,
    editXml: (text) => {
      xml = text
      for (const listener of changeListeners) listener(xml)
      for (const listener of listeners) listener()
      planText(read, quiet * 2)
    },
    replace: (text) => {
      dueText = undefined
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
    locate: () => {
      settle()
      if (!unreadable && local.some(({ line }) => line === undefined)) {
        local = checkFeed(kind, xml, options).problems
        publishProblems()
      }
    },
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
