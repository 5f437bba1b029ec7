/** What a committed transaction changed. The face refreshes the queries that depend on the topic. */
export const topics = [
  'items',
  'lookups',
  'media',
  /** The progress of work on all pictures. */
  'media-work',
  'drafts',
  /** Requirement profiles. */
  'completeness',
  /** What was looked for and found, and what a person said of it. */
  'duplicates',
  'outbox',
  'sync',
  'imports',
  'received-feeds',
  'workspace',
  /** The progress of a rebuild. */
  'upkeep',
  'local-api',
] as const
export type Topic = (typeof topics)[number]

export interface Change {
  topic: Topic
  /** The identifiers concerned; absent means "any of them". */
  ids?: string[]
}

/** Everything that was committed after the change number a listener named. */
export interface ChangeBatch {
  changeNumber: number
  changes: Change[]
  /** The folder of the open workspace; empty while none is open. Each workspace has its own change numbers. */
  workspace?: string
}
