import { migration as workspace } from './0001-workspace.ts'
import { migration as catalog } from './0002-catalog.ts'
import { migration as sync } from './0003-sync.ts'
import { migration as outbox } from './0004-outbox.ts'
import { migration as receivedFeeds } from './0005-received-feeds.ts'
import { migration as media } from './0006-media.ts'
import { migration as imports } from './0007-import.ts'
import { migration as localApi } from './0008-local-api.ts'
import { migration as history } from './0010-history.ts'
import { migration as pictureKeeping } from './0012-picture-keeping.ts'
import { migration as syncPlans } from './0013-sync-plans.ts'
import { migration as itemsGone } from './0014-items-gone.ts'
import { migration as pictureRetries } from './0015-picture-retries.ts'
import { migration as searchMerging } from './0016-search-merging.ts'
import { migration as givenCodes } from './0017-given-codes.ts'
import { migration as feedWindows } from './0018-feed-windows.ts'
import { migration as rebuild } from './0019-rebuild.ts'
import { migration as sendingMark } from './0023-sending-mark.ts'
import { migration as wholeContent } from './0024-whole-content.ts'
import { migration as oneGtin } from './0025-one-gtin.ts'
import { migration as feedBefore } from './0026-feed-before.ts'
import { migration as syncRemarks } from './0027-sync-remarks.ts'
import { migration as feedsOnTheirWay } from './0029-feeds-on-their-way.ts'
import { migration as importReport } from './0030-import-report.ts'
import { migration as draftItems } from './0031-draft-items.ts'
import { migration as draftComparison } from './0032-draft-comparison.ts'
import { migration as whatWasRefused } from './0033-what-was-refused.ts'
import { migration as itemFacts } from './0034-item-facts.ts'
import { migration as requirementProfiles } from './0040-requirement-profiles.ts'
import { migration as feedBatches } from './0050-feed-batches.ts'
import { migration as mendedRows } from './0060-mended-rows.ts'
import { migration as categoryTree } from './0064-category-tree.ts'
import { migration as duplicates } from './0070-duplicates.ts'
import { migration as mediaInBodies } from './0075-media-in-bodies.ts'
import { migration as madeNames } from './0076-made-names.ts'
import { migration as nameParts } from './0077-name-parts.ts'
import { migration as allergensApart } from './0078-allergens-apart.ts'
import { migration as importGtins } from './0079-import-gtins.ts'
import { migration as foldedWords } from './0080-folded-words.ts'
import { migration as sharedSteps } from './0081-shared-steps.ts'
import { migration as feedService } from './0082-feed-service.ts'
import { migration as foldedOutbox } from './0083-folded-outbox.ts'
import { migration as resumedImports } from './0084-resumed-imports.ts'
import { migration as sentDrafts } from './0085-sent-drafts.ts'
import type { Migration } from './migration.ts'

/** Every step, in order. A new one is a file beside this and a line here. */
export const migrations: Migration[] = [
  workspace,
  catalog,
  sync,
  outbox,
  receivedFeeds,
  media,
  imports,
  localApi,
  history,
  pictureKeeping,
  syncPlans,
  itemsGone,
  pictureRetries,
  searchMerging,
  givenCodes,
  feedWindows,
  rebuild,
  sendingMark,
  wholeContent,
  oneGtin,
  feedBefore,
  syncRemarks,
  feedsOnTheirWay,
  importReport,
  draftItems,
  draftComparison,
  whatWasRefused,
  itemFacts,
  requirementProfiles,
  feedBatches,
  mendedRows,
  categoryTree,
  duplicates,
  mediaInBodies,
  madeNames,
  nameParts,
  allergensApart,
  importGtins,
  foldedWords,
  sharedSteps,
  feedService,
  foldedOutbox,
  resumedImports,
  sentDrafts,
]
