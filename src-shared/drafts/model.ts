import type { Problem } from '../problem.ts'

/** The four ways to send content: three item feeds and one Content+ feed. */
export const feedKinds = ['create', 'update', 'refresh', 'contentplus'] as const
export type FeedKind = (typeof feedKinds)[number]

/** A feed being written. Its payload is XML from the first keystroke; the form is a view of it. */
export interface Draft {
  id: string
  kind: FeedKind
  name: string
  xml: string
  /** Counts saves; a save names the revision it started from and is refused when it is not the newest. */
  revision: number
  createdAt: string
  updatedAt: string
}

/** A draft that was saved, and all that is to be said of its payload. */
export interface SavedDraft {
  draft: Draft
  /** As `checkDraft` answers. */
  problems: Problem[]
}

export type DraftSummary = Omit<Draft, 'xml'> & { itemCount: number; errorCount: number }

/** A window of the drafts, those saved last first. */
export interface DraftList {
  /** How many drafts there are in all windows. */
  total: number
  /** Where the window begins: that of the last one, when the one asked for would be empty. */
  offset: number
  drafts: DraftSummary[]
}
