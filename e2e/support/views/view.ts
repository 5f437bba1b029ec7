import type { Page } from '@playwright/test'
import type { Calls } from '../rpc.ts'

/** What a view is shown from: a desk with the sample, in which something has happened already. */
export interface Stage {
  page: Page
  calls: Calls
  /** Goes to an address of the desk anew: nothing is open, chosen or scrolled from before. */
  visit(path: string): Promise<void>
  /** The item that was changed through a feed, and the feed. */
  changed: { itemId: string; feedId: string }
  /** A new draft with everything still to be written. */
  emptyDraftId: string
  /** A draft that could be queued. */
  soundDraftId: string
  /** A folder for files to be chosen from. */
  folder: string
  /** Goes to a desk whose copy could not be read whole. */
  visitTroubled(path: string): Promise<void>
}

/** How to get to what is to be seen. Named after the screen, then the part or layer: `item-history`. */
export type Views = Record<string, (stage: Stage) => Promise<void>>
