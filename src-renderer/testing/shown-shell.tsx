/** The shell for component tests, around a minimal screen, with a backend mocked in the page. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Link } from 'wouter'
import type { CatalogRow } from '../../src-shared/catalog/model.ts'
import type { OutboxOverview } from '../../src-shared/feeds/outbox/model.ts'
import { noFeeds } from '../../src-shared/feeds/outbox/outbox-state.ts'
import type { SyncState } from '../../src-shared/sync/model.ts'
import type { Person } from '../../src-shared/team/person.ts'
import type { KnownWorkspace } from '../../src-shared/workspace/model.ts'
import type { ComputerSettings } from '../../src-shared/workspace/settings.ts'
import { connectedWorkspace } from './connected-workspace.ts'
import { installBackend } from './test-backend.ts'
import '../ui/theme.css'

const initialState = () => ({
  workspace: connectedWorkspace({
    localApi: { running: true, address: 'http://127.0.0.1:8642', username: 'desk' },
  }),
  overview: {
    counts: { ...noFeeds, queued: 2, done: 7, uncertain: 1 },
    held: 0,
    entries: { 'under-way': 2, 'needs-you': 1, done: 7, withdrawn: 0 },
    paused: false,
    reachable: true,
    reachedAt: new Date().toISOString(),
    needsCredentials: false,
  } as OutboxOverview,
  sync: {
    history: [],
    completeUpTo: new Date(Date.now() - 5 * 60_000).toISOString(),
  } as Partial<SyncState>,
  drafts: 12_345,
  /** The signed-in person of a team, and the number of unseen mentions. */
  person: undefined as Person | undefined,
  mentions: 0,
  /** Label of the last step of the first draft. */
  lastStep: undefined as string | undefined,
  backupFailure: undefined as { at: string; message: string } | undefined,
  settings: { shortcuts: {}, hintsSeen: ['first-steps'] } as Partial<ComputerSettings>,
  workspaces: [known('North', { open: true }), known('South'), known('Lost', { missing: true })],
  /** Actions requested by the shell, in order. */
  actions: [] as string[],
  /** Delay of an item search, in milliseconds. */
  searchTakes: 0,
})

/** An entry of the workspace list. */
export const known = (name: string, more: Partial<KnownWorkspace> = {}): KnownWorkspace => ({
  directory: `/catalogs/${name}`,
  name,
  role: 'connected',
  items: 3,
  lastOpenedAt: '2026-11-20T10:00:00.000Z',
  open: false,
  missing: false,
  ...more,
})

/** Answers of the backend, reset before each test. */
export const shell = initialState()
beforeEach(() => {
  queryClient.clear()
  Object.assign(shell, initialState())
  window.history.replaceState(null, '', '/catalog')
})

installBackend({
  workspace: { state: () => shell.workspace },
  workspaces: {
    list: () => ({ workspaces: shell.workspaces, home: '/home' }),
    open({ directory }: { directory: string }) {
      shell.actions.push(`open ${directory}`)
      return { workspaces: shell.workspaces, home: '/home' }
    },
  },
  feeds: {
    drafts: () => ({
      total: shell.drafts,
      offset: 0,
      drafts: shell.drafts > 0 ? [{ id: 'd1', undo: shell.lastStep }] : [],
    }),
    createDraft({ kind }: { kind: string }) {
      shell.actions.push(`draft ${kind}`)
      return { id: 'd1' }
    },
    editDraft({ edits }: { edits: unknown[] }) {
      shell.actions.push(JSON.stringify(edits))
      return {}
    },
  },
  team: { me: () => ({ person: shell.person ?? null, people: [] }) },
  reviews: { mentions: () => ({ total: shell.mentions, mentions: [] }) },
  outbox: {
    overview: () => shell.overview,
    setPaused({ paused }: { paused: boolean }) {
      shell.actions.push(`paused ${paused}`)
      return shell.overview
    },
  },
  sync: { state: () => shell.sync },
  computer: {
    settings: () => shell.settings,
    setSettings(given: Partial<ComputerSettings>) {
      Object.assign(shell.settings, given)
      shell.actions.push(given.theme ?? JSON.stringify(given))
      return shell.settings
    },
  },
  backups: { state: () => ({ plan: {}, folder: '/backups', backups: [], failure: shell.backupFailure }) },
  catalog: {
    search: async ({ text }: { text: string }) => {
      await new Promise((resolve) => setTimeout(resolve, shell.searchTakes))
      const rows = [
        { id: '17/4', name: 'Oat drink', brand: 'Oatlark', code: '95' },
        { id: '18', name: '', brand: 'Oatlark', code: '40123456' },
        { id: '19', name: 'Rye bread', brand: 'Oatlark', code: '40123457' },
      ].filter(
        ({ name, code }) => text !== '' && (name.toLowerCase().startsWith(text) || code.startsWith(text)),
      )
      return { total: rows.length, offset: 0, rows: rows as CatalogRow[] }
    },
  },
})
export const { client, queryClient } = await import('../rpc/client.ts')
const { Shell } = await import('../shell/shell.tsx')
const { TooltipProvider } = await import('../ui/overlays/tooltip.tsx')

/** @param more added to the screen */
export async function show(more?: ReactNode): Promise<void> {
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Shell>
          <h1>Screen</h1>
          <input aria-label="Note" />
          <Link href="/feeds">On</Link>
          {more}
        </Shell>
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('18,980 items')).toBeVisible()
}
export const path = () => window.location.pathname
export const statusText = () => page.getByRole('region', { name: 'Status' }).element().textContent
export const noDialog = () => expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
