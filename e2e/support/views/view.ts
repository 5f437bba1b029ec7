import type { Page } from '@playwright/test'
import type { Calls } from '../rpc.ts'

/** A desk with the sample and some work, from which views are opened. */
export interface Stage {
  page: Page
  calls: Calls
  /** Loads an address of the desk; nothing is open, chosen or scrolled. */
  visit(path: string): Promise<void>
  /** The item that was changed through a feed, and the feed. */
  changed: { itemId: string; feedId: string }
  /** A new draft with all required fields empty. */
  emptyDraftId: string
  /** A draft that could be queued. */
  soundDraftId: string
  /** A folder for files to choose. */
  folder: string
  /** Opens a desk whose copy has a page in quarantine. */
  visitTroubled(path: string): Promise<void>
}

/** Functions that open a view. Named after the screen, then the part or layer: `item-history`. */
export type Views = Record<string, (stage: Stage) => Promise<void>>
