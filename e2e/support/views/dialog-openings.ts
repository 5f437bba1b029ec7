import { expect, type Locator } from '@playwright/test'
import { catalogViews } from './catalog-views.ts'
import { feedViews } from './feed-views.ts'
import { heldBatch } from './made-feeds.ts'
import type { Stage } from './view.ts'

/** How a person opens a dialog by keyboard. */
export interface DialogOpening {
  /** The dialog, as a file below `src-renderer` and what it is for. */
  file: string
  name: string
  show: (stage: Stage) => Promise<unknown>
  /** Button that opens the dialog, or the menu with `entry`; the focus returns to it. */
  opener: (stage: Stage) => Locator
  entry?: string | RegExp
  /** Pressed on the opener instead of Enter. */
  keys?: string
}

const at = (path: string) => (stage: Stage) => stage.visit(path)
const button = (name: string | RegExp) => (stage: Stage) =>
  stage.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()
const view = (views: Record<string, (stage: Stage) => Promise<void>>, name: string) => async (stage: Stage) =>
  views[name]?.(stage)

const grid = view(feedViews, 'draft-grid')
const soundDraft = async ({ visit, page, soundDraftId }: Stage) => {
  await visit(`/feeds/${soundDraftId}`)
  await expect(page.getByRole('button', { name: 'Queue', exact: true })).toBeEnabled({ timeout: 30_000 })
}
const manyItems = async ({ calls, visit, page }: Stage) => {
  const { rows } = await calls.catalog.search({ text: '', offset: 0, limit: 5 })
  const { id } = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: rows.map((row) => row.id) })
  await visit(`/feeds/${id}`)
  await page.getByRole('grid', { name: 'Items of this draft' }).waitFor()
}
const selectedDrafts = async ({ visit, page }: Stage) => {
  await visit('/feeds')
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select / })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
}
const queueableDraft = async ({ visit, page }: Stage) => {
  await visit('/feeds')
  await page.getByRole('row').filter({ hasText: 'Ready to queue' }).first().getByRole('checkbox').check()
}
const batch = async (stage: Stage) => stage.visit(`/outbox/batch/${await heldBatch(stage.calls)}`)
const releasedBatch = async (stage: Stage) => {
  await batch(stage)
  await stage.page.getByRole('button', { name: 'Release' }).click()
}
const settings = at('/settings')
const workspaces = at('/workspaces')
const users = at('/local-api/users')

/** Every dialog that can be opened in a desk with the sample and some work. */
export const dialogOpenings: readonly DialogOpening[] = [
  {
    file: 'shell/commands/command-palette',
    name: 'palette',
    show: at('/feeds'),
    opener: button('New feed'),
    keys: 'Control+k',
  },
  {
    file: 'shell/commands/shortcuts',
    name: 'shortcuts',
    show: at('/feeds'),
    opener: button('New feed'),
    keys: '?',
  },
  {
    file: 'screens/catalog/search/saved-searches',
    name: 'saved searches',
    show: at('/catalog?q=oat'),
    opener: button('Save this search'),
  },
  {
    file: 'screens/feeds/editor/draft-search',
    name: 'draft of a search',
    show: at('/catalog?q=oat'),
    opener: button('Draft these…'),
  },
  {
    file: 'screens/export/export-dialog',
    name: 'export',
    show: view(catalogViews, 'catalog-selection'),
    opener: ({ page }) =>
      page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Export' }),
  },
  {
    file: 'screens/item/pictures/picture-viewer',
    name: 'picture viewer',
    show: view(catalogViews, 'item'),
    opener: button(/^Enlarge/),
  },
  {
    file: 'screens/feeds/editor/items/draft-items',
    name: 'draft of a list',
    show: view(catalogViews, 'quality-items'),
    opener: button('Draft these…'),
  },
  {
    file: 'screens/feeds/list/new-feed-dialog',
    name: 'new feed',
    show: at('/feeds'),
    opener: button('New feed'),
  },
  {
    file: 'screens/feeds/list/selected-drafts-bar',
    name: 'group of drafts',
    show: selectedDrafts,
    opener: button('Group…'),
  },
  {
    file: 'screens/feeds/list/selected-drafts-bar',
    name: 'queue of drafts',
    show: queueableDraft,
    opener: button('Queue…'),
  },
  {
    file: 'screens/feeds/list/name-dialog',
    name: 'rename',
    show: soundDraft,
    opener: button('More actions'),
    entry: 'Rename…',
  },
  {
    file: 'screens/feeds/editor/draft-header',
    name: 'group',
    show: soundDraft,
    opener: button('More actions'),
    entry: 'Put into a group…',
  },
  {
    file: 'screens/feeds/editor/draft-header',
    name: 'template',
    show: soundDraft,
    opener: button('More actions'),
    entry: 'Save as a template…',
  },
  {
    file: 'screens/feeds/editor/queue/queue-dialog',
    name: 'queue',
    show: soundDraft,
    opener: button('Queue'),
  },
  {
    file: 'screens/feeds/editor/items/items-panel',
    name: 'set a field',
    show: manyItems,
    opener: button('More for the item'),
    entry: 'Set a field of the item…',
  },
  {
    file: 'screens/feeds/editor/items/items-panel',
    name: 'split',
    show: manyItems,
    opener: button('More for the item'),
    entry: 'Move the item into a new draft…',
  },
  {
    file: 'screens/feeds/editor/set-dialog',
    name: 'set selected',
    show: grid,
    opener: button('Set selected…'),
  },
  {
    file: 'screens/feeds/editor/grid/columns/column-dialog',
    name: 'columns',
    show: grid,
    opener: button('Columns'),
  },
  {
    file: 'screens/feeds/editor/grid/dialogs/replace-dialog',
    name: 'replace',
    show: grid,
    opener: button(/^Replace/),
  },
  { file: 'screens/feeds/outbox/batch-screen', name: 'take back', show: batch, opener: button(/^Take back/) },
  { file: 'screens/feeds/outbox/queue-actions', name: 'hold', show: releasedBatch, opener: button('Hold…') },
  { file: 'screens/sync/plan-dialog', name: 'plan', show: at('/sync'), opener: button('Choose a plan…') },
  {
    file: 'screens/settings/upkeep/workspace-upkeep',
    name: 'rebuild',
    show: settings,
    opener: button('Rebuild the index…'),
  },
  {
    file: 'screens/settings/upkeep/reclaim-dialog',
    name: 'reclaim space',
    show: settings,
    opener: button('Reclaim space…'),
  },
  {
    file: 'screens/settings/find/reset-section',
    name: 'reset a section',
    show: settings,
    opener: button(/^Reset the section/),
  },
  {
    file: 'screens/settings/profile-editor',
    name: 'profile',
    show: settings,
    opener: button(/^More actions for/),
    entry: /Edit|Duplicate/,
  },
  {
    file: 'screens/workspaces/folder-dialogs',
    name: 'new workspace',
    show: workspaces,
    opener: button('New workspace…'),
  },
  {
    file: 'screens/workspaces/folder-dialogs',
    name: 'open folder',
    show: workspaces,
    opener: button('Open a folder…'),
  },
  {
    file: 'screens/workspaces/archive-dialog',
    name: 'archive',
    show: workspaces,
    opener: button('Archive as one file…'),
  },
  {
    file: 'screens/workspaces/restore-dialog',
    name: 'restore',
    show: workspaces,
    opener: button('Restore a backup…'),
  },
  {
    file: 'screens/workspaces/workspace-table',
    name: 'rename workspace',
    show: workspaces,
    opener: button(/^More for /),
    entry: 'Rename…',
  },
  { file: 'screens/local-api/users/user-dialogs', name: 'new user', show: users, opener: button('New user') },
  {
    file: 'screens/local-api/users/user-dialogs',
    name: 'limit',
    show: users,
    opener: button(/^Actions for/),
    entry: 'Daily limit…',
  },
  {
    file: 'screens/local-api/users/user-dialogs',
    name: 'new password',
    show: users,
    opener: button(/^Actions for/),
    entry: 'New password…',
  },
]
