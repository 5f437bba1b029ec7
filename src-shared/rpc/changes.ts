/** What a committed transaction touched. The face refreshes exactly the queries that depend on a topic. */
export const topics = [
  'items',
  'lookups',
  'media',
  /** How far a work on all the pictures has come. */
  'media-work',
  'drafts',
  /** Requirement profiles, and how far a count of scores has come. */
  'completeness',
  'outbox',
  'sync',
  'imports',
  'received-feeds',
  'workspace',
  /** How far a rebuild of the index has come. */
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
  /** The folder of the workspace it belongs to; empty while none is open. Another one counts anew. */
  workspace?: string
}
