/**
 * Topics that a committed transaction can change. The user interface refreshes the queries that depend on
 * them.
 */
export const topics = [
  'items',
  'lookups',
  'media',
  /** Progress of work on all pictures. */
  'media-work',
  'drafts',
  /** Who has which draft open. */
  'presence',
  /** Requirement profiles. */
  'completeness',
  /** Scores of the items by the default profile. */
  'scores',
  /** Scans for duplicates, their results, and the marks of a person. */
  'duplicates',
  /** Readings of pictures, and the comparison with the records. */
  'evidence',
  /** Findings of that comparison, and decisions about them. */
  'findings',
  'outbox',
  'sync',
  'imports',
  /** Decisions about names. */
  'names',
  'received-feeds',
  'workspace',
  /** The people of a team. */
  'people',
  /** Progress of a rebuild. */
  'upkeep',
  'local-api',
] as const
export type Topic = (typeof topics)[number]

export interface Change {
  topic: Topic
  /** The affected identifiers; absent: any identifier may be affected. */
  ids?: string[]
}

/** All changes committed after the change number of a listener. */
export interface ChangeBatch {
  changeNumber: number
  changes: Change[]
  /** The folder of the open workspace; empty while none is open. Change numbers are per workspace. */
  workspace?: string
}
