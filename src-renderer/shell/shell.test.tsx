import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Link, Route } from 'wouter'
import type { CatalogRow } from '../../src-shared/catalog/model.ts'
import type { OutboxOverview } from '../../src-shared/outbox/model.ts'
import { noFeeds } from '../../src-shared/outbox/outbox-state.ts'
import type { SyncState } from '../../src-shared/sync/model.ts'
import type { KnownWorkspace, WorkspaceState } from '../../src-shared/workspace/model.ts'
import type { ComputerSettings } from '../../src-shared/workspace/settings.ts'
import { installBackend } from '../testing/test-backend.ts'
import '../ui/theme.css'

let workspace: WorkspaceState
let overview: OutboxOverview
let sync: Partial<SyncState>
let backupFailure: { at: string; message: string } | undefined
let workspaces: KnownWorkspace[]
const done: string[] = []
let settings: Partial<ComputerSettings>

installBackend({
  workspace: { state: () => workspace },
  workspaces: {
    list: () => ({ workspaces, home: '/home' }),
    open({ directory }: { directory: string }) {
      done.push(`open ${directory}`)
      return { workspaces, home: '/home' }
    },
  },
  feeds: {
    drafts: () => ({ total: 12_345, offset: 0, drafts: [] }),
    createDraft({ kind }: { kind: string }) {
      done.push(`draft ${kind}`)
      return { id: 'd1' }
    },
  },
  outbox: {
    overview: () => overview,
    setPaused({ paused }: { paused: boolean }) {
      done.push(`paused ${paused}`)
      return overview
    },
  },
  sync: { state: () => sync },
  computer: {
    settings: () => settings,
    setSettings(given: Partial<ComputerSettings>) {
      Object.assign(settings, given)
      done.push(given.theme ?? JSON.stringify(given))
      return settings
    },
  },
  backups: { state: () => ({ plan: {}, folder: '/backups', backups: [], failure: backupFailure }) },
  catalog: {
    search: ({ text }: { text: string }) => {
      const rows =
        text !== '' && 'oat drink'.startsWith(text)
          ? [{ id: '17/4', name: 'Oat drink', brand: 'Oatlark', code: '95' }]
          : []
      return { total: rows.length, offset: 0, rows: rows as CatalogRow[] }
    },
  },
})
const { client, queryClient } = await import('../rpc/client.ts')
const { listen } = await import('../rpc/changes.ts')
const { enter, fetchAsPage } = await import('../rpc/session.ts')
const { Entrance } = await import('./entrance.tsx')
const { useCommands } = await import('./command-registry.ts')
const { Shell } = await import('./shell.tsx')
const { TooltipProvider } = await import('../ui/tooltip.tsx')

const known = (name: string, more: Partial<KnownWorkspace> = {}): KnownWorkspace => ({
  directory: `/catalogs/${name}`,
  name,
  role: 'connected',
  items: 3,
  lastOpenedAt: '2026-11-20T10:00:00.000Z',
  open: false,
  missing: false,
  ...more,
})

beforeEach(() => {
  queryClient.clear()
  done.length = 0
  window.history.replaceState(null, '', '/catalog')
  workspace = {
    role: 'connected',
    directory: '/catalogs/North',
    host: 'headless',
    version: '1.0.0',
    connection: {
      address: 'https://service.example',
      username: 'desk',
      namespaceBase: 'urn:x',
      mediaHosts: [],
      feedSize: { items: 1000, bytes: 16_777_216 },
    },
    localApi: { running: true, address: 'http://127.0.0.1:8642', username: 'desk' },
    items: 18_980,
  }
  overview = {
    counts: { ...noFeeds, queued: 2, done: 7, uncertain: 1 },
    held: 0,
    entries: { 'under-way': 2, 'needs-you': 1, done: 7, withdrawn: 0 },
    paused: false,
    reachable: true,
    needsCredentials: false,
  }
  sync = { history: [], completeUpTo: new Date(Date.now() - 5 * 60_000).toISOString() }
  backupFailure = undefined
  settings = { shortcuts: {}, hintsSeen: ['first-steps'] }
  workspaces = [known('North', { open: true }), known('South'), known('Lost', { missing: true })]
})

function Broken(): never {
  throw new Error('No such field.')
}
let offersSteps = false
/** As the catalog does: a group of commands of the same name as the palette's own group of what it found. */
function OffersSteps() {
  useCommands('Items', [{ id: 'next-oat', label: 'Next oat', run() {} }])
  useCommands('This item', [{ id: 'draft-oat', label: 'Oat draft', run() {} }], 1)
  return null
}
const show = async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Shell>
          <h1>Screen</h1>
          <input aria-label="Note" />
          <Route path="/sync">
            <Broken />
          </Route>
          <Link href="/feeds">On</Link>
          {offersSteps && <OffersSteps />}
        </Shell>
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('18,980 items')).toBeVisible()
}
const path = () => window.location.pathname
const screenLinks = () =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('title'))
const statusText = () => page.getByRole('region', { name: 'Status' }).element().textContent
const noDialog = () => expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)

describe('the rail', () => {
  test('the rail names every screen, marks the present one and shows numbers', async () => {
    await page.viewport(1280, 800)
    await show()
    expect(screenLinks()).toEqual([
      'Quality',
      'Catalog',
      'Feeds',
      'Outbox',
      'Sync',
      'Import',
      'Local API',
      'Settings',
    ])
    const catalog = page.getByRole('link', { name: /^Catalog/ })
    await expect.element(catalog).toHaveAttribute('aria-current', 'page')
    expect(catalog.element().textContent).toBe('Catalog19k')
    expect(page.getByRole('link', { name: /^Feeds/ }).element().textContent).toBe('Feeds12.3k')
    // Feeds that are done are not counted.
    expect(page.getByRole('link', { name: /^Outbox/ }).element().textContent).toBe('Outbox3')
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect.element(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
    await expect.element(catalog).not.toHaveAttribute('aria-current')
  })

  test('a sandbox has no sync screen, neither in the rail nor in the palette', async () => {
    workspace = { ...workspace, role: 'sandbox' }
    await show()
    expect(screenLinks()).not.toContain('Sync')
    expect(statusText()).toContain('Sandbox: this catalog is the service')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('option', { name: /^Catalog/ })).toBeVisible()
    expect(page.getByRole('option', { name: /Sync/ }).elements()).toEqual([])
    expect(page.getByRole('option', { name: /offline/ }).elements()).toEqual([])
  })
})

describe('keys', () => {
  test('G, then a letter, goes to a screen, but not while a person types', async () => {
    await show()
    await userEvent.keyboard('gf')
    await expect.poll(path).toBe('/feeds')
    await page.getByRole('textbox', { name: 'Note' }).click()
    await userEvent.keyboard('gc?')
    expect(path()).toBe('/feeds')
    expect(page.getByRole('dialog').elements()).toEqual([])
  })

  test('the G is forgotten after a while', async () => {
    await show()
    await userEvent.keyboard('g')
    await new Promise((resolve) => setTimeout(resolve, 1250))
    await userEvent.keyboard('f')
    expect(path()).toBe('/catalog')
  })

  test('? shows every shortcut; shortcuts do not work under a dialog, and Escape returns the focus', async () => {
    await show()
    const link = page.getByRole('link', { name: 'On', exact: true })
    ;(link.element() as HTMLElement).focus()
    await userEvent.keyboard('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(dialog).toBeVisible()
    const keys = [...dialog.element().querySelectorAll('dd')].map((entry) => entry.textContent)
    for (const letter of 'CFOSIAE') expect(keys).toContain(`G${letter}`)
    await userEvent.keyboard('go')
    expect(path()).toBe('/catalog')
    await userEvent.keyboard('{Escape}')
    await noDialog()
    await expect.element(link).toHaveFocus()
  })
})

describe('the palette', () => {
  const open = async () => {
    await show()
    await page.getByRole('textbox', { name: 'Note' }).click()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('combobox', { name: 'Search or go to' })).toHaveFocus()
  }

  test('opens from a field, finds a screen by its word and goes there with Enter', async () => {
    await open()
    await userEvent.keyboard('outb')
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
    await userEvent.keyboard('{Enter}')
    await noDialog()
    expect(path()).toBe('/outbox')
  })

  test('finds items behind the commands, and opens them by their identifier', async () => {
    await open()
    await userEvent.keyboard('oat')
    const option = page.getByRole('option', { name: /Oat drink/ })
    await expect.element(option).toBeVisible()
    expect(option.element().textContent).toContain('Oatlark · 95')
    await userEvent.keyboard('{Enter}')
    await expect.poll(path).toBe('/catalog/17%2F4')
  })

  test('commands that stand under the same word as the items go when they no longer match', async () => {
    offersSteps = true
    await open()
    offersSteps = false
    await userEvent.keyboard('o')
    const found = page.getByRole('option', { name: /Oat drink/ })
    const step = page.getByRole('option', { name: 'Next oat' })
    await expect.element(found).toBeVisible()
    await expect.element(step).toBeVisible()
    await userEvent.keyboard('at d')
    await expect.poll(() => step.query()).toBeNull()
    await expect.element(found).toBeVisible()
    const draft = page.getByRole('option', { name: 'Oat draft' })
    await expect.element(draft).toHaveAttribute('data-highlighted')
  })

  test('says when nothing matches; Escape closes it and gives the focus back', async () => {
    await open()
    await userEvent.keyboard('zzzz')
    await expect.element(page.getByText('Nothing matches “zzzz”.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await noDialog()
    await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus()
  })

  test('the commands work: a draft, the outbox, the theme, the shortcuts', async () => {
    await open()
    const run = async (words: string) => {
      await userEvent.keyboard(words)
      await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
      await userEvent.keyboard('{Enter}')
      await noDialog()
    }
    await run('content+')
    await expect.poll(path).toBe('/feeds/d1')
    for (const words of ['work offline', 'appearance: dark']) {
      await userEvent.keyboard('{Control>}k{/Control}')
      await run(words)
    }
    await expect.poll(() => done).toEqual(['draft contentplus', 'paused true', 'dark'])
    expect(document.documentElement.dataset['theme']).toBe('dark')
    delete document.documentElement.dataset['theme']
    await userEvent.keyboard('{Control>}k{/Control}keyboard')
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

test('the letter after Ctrl+K belongs to the palette, however soon it is typed', async () => {
  await show()
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }),
  )
  // The next press comes at the soonest with the browser's next task.
  await new Promise<void>((next) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => next()
    port2.postMessage(null)
  })
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
})

test('other words find a command, and keys that were chosen work in place of its own', async () => {
  settings = { ...settings, shortcuts: { '/outbox': 'Alt+O' } }
  await show()
  await userEvent.keyboard('{Control>}k{/Control}')
  for (const [typed, found] of [
    ['theme', 'Appearance: dark'],
    ['update', 'New feed: update items'],
    ['refresh', 'New feed: refresh items'],
    ['export', 'Export all items…'],
    ['backup', 'Make a backup now'],
    ['restore', 'Restore a backup…'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Search or go to' }).fill(typed)
    await expect.element(page.getByRole('option', { name: found })).toBeVisible()
  }
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await userEvent.keyboard('go')
  expect(path()).toBe('/catalog')
  await userEvent.keyboard('{Alt>}o{/Alt}')
  await expect.poll(path).toBe('/outbox')
})

test('the first steps go on, lead to their screens, and do not come again once left', async () => {
  settings = { ...settings, hintsSeen: [] }
  await show()
  const steps = page.getByRole('complementary', { name: 'First steps' })
  await expect.element(steps.getByText('Look through the catalog.')).toBeVisible()
  await steps.getByRole('button', { name: 'Next step' }).click()
  await expect.poll(path).toBe('/feeds')
  await steps.getByRole('button', { name: 'Leave the first steps' }).click()
  await expect.element(steps).not.toBeInTheDocument()
  expect(settings.hintsSeen).toEqual(['first-steps'])
})

test('after going to a screen the focus is on its heading; the first stop skips the rail', async () => {
  await show()
  await page.getByRole('link', { name: /^Feeds/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toHaveFocus()
  const [first] = page.getByRole('link').elements()
  expect(first?.textContent).toBe('Skip to the screen')
})

describe('the line of status', () => {
  const shows = (words: string) => expect.poll(statusText).toContain(words)

  test('the line shows whether the service is reachable, the age of the copy, waiting feeds and the local API', async () => {
    await show()
    await shows('Online')
    await shows('Synced 5 minutes ago')
    await shows('3 feeds in the outbox · 1 uncertain')
    await shows('Local API at 127.0.0.1:8642')
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  test.each([
    ['Working offline', { paused: true }],
    ['Not contacted yet', { reachable: undefined }],
    ['Offline', { reachable: false, reason: 'No network.' }],
  ])('%s', async (words, more) => {
    overview = { ...overview, ...more }
    await show()
    await shows(words)
  })

  test('the line shows a running sync, a paused one, and that there was no sync yet', async () => {
    const run = { phase: 'items', itemsDone: 1200, itemsTotal: 18_980 }
    sync = { history: [], current: { ...run, outcome: 'running' } as SyncState['current'] }
    await show()
    await shows('Syncing 1,200 of 18,980 items')
    sync = { history: [], current: { ...run, outcome: 'paused', phase: 'pictures' } as SyncState['current'] }
    await queryClient.invalidateQueries()
    await shows('Sync paused pictures')
    sync = { history: [] }
    await queryClient.invalidateQueries()
    await shows('Never synced')
  })

  test('limits and faults that are on are shown', async () => {
    workspace.localApi = { running: false, username: 'desk', activeConditions: ['latency', 'errorRate'] }
    await show()
    await shows('Local API off')
    await expect
      .element(page.getByRole('link', { name: '2 conditions on' }))
      .toHaveAttribute('href', '/local-api/conditions')
  })
})

describe('a banner shows what stops the work of a workspace, with a link to the cure', () => {
  test.each<[string, () => void, RegExp, string]>([
    [
      'a full disk',
      () => Object.assign(workspace, { unwritable: { code: 'full', message: 'The disk is full.' } }),
      /The disk is full/,
      '/workspaces',
    ],
    [
      'a password that is missing',
      () => Object.assign(workspace, { passwordMissing: true }),
      /does not have the password of desk at\s+https:\/\/service\.example/,
      '/settings',
    ],
    [
      'plain http that nobody agreed to',
      () => Object.assign(workspace, { consentMissing: true }),
      /Nothing is synced or sent until you agree/,
      '/settings',
    ],
    [
      'a backup that was not made',
      () => {
        backupFailure = { at: '2026-11-20T10:00:00Z', message: 'No room in /backups.' }
      },
      /The last backup was not made. No room/,
      '/workspaces',
    ],
  ])('%s', async (_name, happen, words, href) => {
    happen()
    await show()
    const alert = page.getByRole('alert')
    await expect.element(alert).toBeVisible()
    expect(alert.element().textContent).toMatch(words)
    await expect.element(alert.getByRole('link')).toHaveAttribute('href', href)
  })
})

describe('the switcher of workspaces', () => {
  const menu = async () => {
    await show()
    await page.getByRole('button', { name: /Switch workspace$/ }).click()
    await expect.element(page.getByRole('menu')).toBeVisible()
    return page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent)
  }

  test('the switcher lists workspaces whose folder exists, and opens another one', async () => {
    expect(await menu()).toEqual(['North', 'South', 'Workspaces and backups…'])
    await page.getByRole('menuitem', { name: 'North' }).click()
    await page.getByRole('button', { name: /Switch workspace$/ }).click()
    await page.getByRole('menuitem', { name: 'South' }).click()
    await expect.poll(() => done).toEqual(['open /catalogs/South'])
  })

  test('the switcher lists eight workspaces, and links to all of them', async () => {
    workspaces = Array.from({ length: 12 }, (_, number) => known(`W${number}`, { open: number === 0 }))
    expect(await menu()).toHaveLength(9)
    await page.getByRole('menuitem', { name: 'Workspaces and backups…' }).click()
    await expect.poll(() => path()).toBe('/workspaces')
  })
})

test('a screen that fails while it is drawn leaves the frame and the navigation', async () => {
  await show()
  await page.getByRole('link', { name: 'Sync', exact: true }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByRole('heading', { name: 'This screen stopped working' })).toBeVisible()
  expect(alert.element().textContent).toContain('No such field.')
  await page.getByRole('link', { name: /^Feeds/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toBeVisible()
})

test('a banner is shown while the backend does not answer; a person can try again at once', async () => {
  await show()
  const controller = new AbortController()
  let asked = 0
  let isBack = false
  const gone = {
    changes: {
      async next() {
        asked++
        if (asked > 1 && isBack) await new Promise((resolve) => setTimeout(resolve, 300))
        if (!isBack) throw new TypeError('Failed to fetch')
        return { changeNumber: 1, changes: [], workspace: 'North' }
      },
    },
  } as unknown as typeof client
  void listen(gone, queryClient, controller.signal)
  const banner = page.getByText(/^The program behind this window does not answer/)
  await expect.element(banner).toBeVisible()
  await expect.poll(statusText).toContain('Unknown')
  // After the third failure the pause is two seconds long.
  await expect.poll(() => asked).toBe(3)
  isBack = true
  await page.getByRole('button', { name: 'Try now' }).click()
  expect(asked).toBe(4)
  await expect.poll(() => banner.elements().length).toBe(0)
  await expect.poll(statusText).toContain('Online')
  controller.abort()
})

describe('the entrance', () => {
  const tabs = new BroadcastChannel('catalog-desk-session')
  afterEach(() => sessionStorage.clear())

  test('a page without a session shows how to get one; with the session of another tab it shows the app; when the session ends, typed text is kept', async () => {
    await render(
      <Entrance>
        <input aria-label="Name" />
      </Entrance>,
    )
    expect(page.getByRole('main').elements()).toEqual([])
    void enter()
    await expect.element(page.getByRole('heading', { name: 'This browser needs a link' })).toBeVisible()
    expect(page.getByRole('textbox').elements()).toEqual([])
    tabs.postMessage({ session: 's', pictureKey: 'p' })
    await page.getByRole('textbox', { name: 'Name' }).fill('Oat')
    expect(page.getByRole('main').elements()).toEqual([])
    const before = window.fetch
    window.fetch = async () => new Response('', { status: 401 })
    await fetchAsPage('/rpc/x')
    window.fetch = before
    await expect.element(page.getByRole('alertdialog', { name: 'Open a new link to go on' })).toBeVisible()
    const field = document.querySelector('input')
    expect(field?.value).toBe('Oat')
    expect(field?.closest('[inert]')).not.toBeNull()
    tabs.postMessage({ session: 't', pictureKey: 'p' })
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Oat')
  })
})
