import type { SyncState } from './sync/model.ts'

/** How it is said up to when a copy holds the service's catalog: only one that lacks nothing known is complete. */
export interface CopyClaim {
  /** Before the moment, on its own. */
  label: string
  /** The same as the beginning of a sentence. */
  sentence: string
}

export function copyClaim({
  contradiction,
  quarantined,
}: Pick<SyncState, 'contradiction' | 'quarantined'>): CopyClaim {
  if (quarantined > 0)
    return {
      label: 'All that could be read, up to',
      sentence: 'The copy holds all that could be read up to',
    }
  if (contradiction)
    return { label: 'All that was given, up to', sentence: 'The copy holds all that the service gave up to' }
  return { label: 'Complete up to', sentence: 'The copy is complete up to' }
}
