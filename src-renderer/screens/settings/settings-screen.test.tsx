import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type {
  CheckOutcome,
  DatabaseSpace,
  RebuildOutcome,
  ReclaimOutcome,
  UpkeepState,
  UpkeepWork,
  WorkspaceState,
} from '../../../src-shared/workspace/model.ts'
import { connectedWorkspace } from '../../testing/connected-workspace.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

let workspace: WorkspaceState
let upkeep: UpkeepState
let space: DatabaseSpace
/** The error of every call; undefined while calls succeed. */
let failure: string | undefined
const done: unknown[] = []
const act = <T,>(action: unknown, answer: () => T): T => {
  done.push(action)
  if (failure !== undefined) throw new ORPCError('CONFLICT', { message: failure })
  return answer()
}
const change = (name: string, changed: Partial<WorkspaceState>) =>
  act([name, changed], () => {
    workspace = { ...workspace, ...changed }
    return workspace
  })

installBackend({
  workspace: {
    state: () => act('state', () => workspace),
    allowPlainHttp: () => change('allow', { consentMissing: undefined }),
    connect: () => change('connect', { passwordMissing: undefined }),
    setLocalApi: ({ running }: { running: boolean }) =>
      change('local API', { localApi: { ...workspace.localApi, running } }),
    setSampleService: ({ running }: { running: boolean }) =>
      change('sample', { sampleService: { running, address: 'http://127.0.0.1:9000' } }),
  },
  media: { troubles: () => [] },
  upkeep: {
    state: () => upkeep,
    space: () => space,
    start: ({ work }: { work: UpkeepWork }) =>
      act(work, () => {
        upkeep = {
          running: { work, phase: 'items', done: 300, total: 1200, perSecond: 100, secondsLeft: 90 },
        }
        return upkeep
      }),
    cancel: () =>
      act('cancel', () => {
        upkeep = {}
        return upkeep
      }),
  },
  computer: {
    versions: () => [{ name: 'Node', version: '24.1.0' }],
    setSettings: (settings: unknown) => act(settings, () => settings),
  },
})
// Simulates the desktop window, which follows the theme and shows folders.
window.catalogDesk = {
  setTheme: async (theme: string) => void done.push(`window ${theme}`),
  showInFolder: async (path: string) => void done.push(`show ${path}`),
} as unknown as NonNullable<typeof window.catalogDesk>
const { queryClient } = await import('../../rpc/client.ts')
const { SettingsScreen } = await import('./settings-screen.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')
const { TooltipProvider } = await import('../../ui/overlays/tooltip.tsx')

beforeEach(() => {
  queryClient.clear()
  done.length = 0
  failure = undefined
  upkeep = {}
  workspace = connectedWorkspace({ host: 'electron', version: '1.2.3' })
})
afterEach(() => {
  delete document.documentElement.dataset['theme']
})

const show = async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SettingsScreen />
        <Toaster theme="light" />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('region', { name: 'About' })).toBeVisible()
  done.length = 0
}
const panel = (name: string) => page.getByRole('region', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name })
const showsText = (words: RegExp) => expect.element(page.getByText(words).first()).toBeVisible()

test('each subject has a panel with its current values; a new workspace has no pictures', async () => {
  workspace = { ...workspace, role: 'new' }
  await show()
  const titles = page.getByRole('heading', { level: 2 }).elements()
  expect(titles.map((title) => title.textContent)).toEqual([
    'Connection',
    'Appearance',
    'Keys',
    'Workspace',
    'Advanced',
    'About',
  ])
  expect(panel('Workspace').element().textContent).toMatch(/\/catalogs\/North.*Not set up yet.*18,980/)
  expect(panel('About').element().textContent).toMatch(/Catalog Desk 1\.2\.3In a window of its own/)
  expect(document.title).toBe('Settings · Catalog Desk')
})

test('advanced settings are collapsed: local API, size of feeds and namespace', async () => {
  workspace = { ...workspace, role: 'new' }
  await show()
  const localApi = page.getByRole('switch', { name: 'Local API running' })
  expect(localApi.elements()).toEqual([])
  ;(page.getByText('Advanced', { exact: true }).element() as HTMLElement).click()
  await expect.element(localApi).toBeVisible()
  await expect.element(page.getByLabelText('Items, at most')).toBeVisible()
  await expect.element(page.getByText('Namespace base')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open Local API' }))
    .toHaveAttribute('href', '/local-api')
})

test('following a link to the keys scrolls to them, even on the open screen', async () => {
  window.history.replaceState(null, '', '/settings')
  await page.viewport(1000, 300)
  await show()
  for (let time = 0; time < 2; time++) {
    await expect.element(panel('Keys')).not.toBeInViewport()
    window.history.pushState(null, '', '/settings#keys')
    await expect.element(panel('Keys')).toBeInViewport()
    panel('Connection').element().scrollIntoView()
  }
  window.history.replaceState(null, '', '/')
})

test('settings that cannot be read show the reason, and can be fetched again', async () => {
  failure = 'The disk does not answer.'
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SettingsScreen />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('alert').getByText('The disk does not answer.')).toBeVisible()
  failure = undefined
  workspace = { ...workspace, role: 'new' }
  await button('Try again').click()
  await expect.element(panel('About')).toBeVisible()
})

describe('connection', () => {
  test('over plain http nothing is sent until the person agrees', async () => {
    workspace = { ...workspace, role: 'new', consentMissing: true }
    if (workspace.connection) workspace.connection.address = 'http://service.example'
    await show()
    await showsText(/Nothing is synced or sent until you agree/)
    await button('Go on over plain http').click()
    await expect.poll(() => button('Go on over plain http').elements().length).toBe(0)
    // The warning stays visible.
    await showsText(/Others can read this connection/)
  })

  test('a missing password opens the form with the other fields filled in', async () => {
    workspace = { ...workspace, role: 'new', passwordMissing: true }
    await show()
    await expect.element(page.getByLabelText(/^Address/)).toHaveValue('https://service.example')
    await expect.element(page.getByLabelText(/^Password/)).toHaveValue('')
    await button('Connect').click()
    await showsText(/Enter the password/)
    await expect.element(page.getByLabelText(/^Password/)).toHaveFocus()
    await page.getByLabelText(/^Password/).fill('sesame')
    await userEvent.keyboard('{Enter}')
    await showsText(/The service accepted the credentials/)
    await expect.element(button('Change…')).toBeVisible()
  })

  test('a refusal of the service is shown in the form, which keeps the typed values', async () => {
    workspace = { ...workspace, role: 'new' }
    await show()
    await button('Change…').click()
    await page.getByLabelText(/^Password/).fill('wrong')
    failure = 'The service refused the password.'
    await button('Connect').click()
    await expect.element(page.getByRole('alert').getByText('The service refused the password.')).toBeVisible()
    await expect.element(page.getByLabelText(/^Password/)).toHaveValue('wrong')
    await button('Cancel').click()
    await expect.element(button('Change…')).toBeVisible()
  })

  test('a sandbox has no connection', async () => {
    workspace = { ...workspace, role: 'sandbox', connection: undefined }
    await show()
    expect(panel('Connection').element().textContent).toContain('its catalog is the service')
    expect(button('Change…').elements()).toEqual([])
  })
})

describe('switches take effect immediately', () => {
  test('the local API is switched by the keyboard; if it does not run, the reason is shown at once', async () => {
    workspace = { ...workspace, role: 'new' }
    workspace.localApi = { ...workspace.localApi, reason: 'Port 8642 is in use.' }
    await show()
    await showsText(/Port 8642 is in use/)
    const localApi = page.getByRole('switch', { name: 'Local API running' })
    await expect.element(localApi).not.toBeChecked()
    ;(localApi.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(localApi).toBeChecked()
    expect(workspace.localApi.running).toBe(true)
    failure = 'No port is free.'
    await userEvent.keyboard(' ')
    await showsText(/No port is free/)
    await expect.element(localApi).toBeChecked()
  })

  test('the sample service is switched; a failure is shown as a toast', async () => {
    workspace = {
      ...workspace,
      role: 'new',
      sampleService: { running: true, address: 'http://127.0.0.1:9000' },
    }
    await show()
    const service = page.getByRole('switch', { name: 'Sample service running' })
    await service.click()
    await expect.element(service).not.toBeChecked()
    await expect.element(service).toHaveAccessibleDescription(/cannot reach the service/)
    failure = 'It is busy.'
    await service.click()
    await showsText(/The sample service could not be switched/)
    await expect.element(service).not.toBeChecked()
  })

  test('the theme is changed by arrow keys, on the page, in the window and for this computer', async () => {
    workspace = { ...workspace, role: 'new' }
    await show()
    ;(page.getByRole('radio', { name: 'Follow the system' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    const inWindow = () => done.filter((one) => typeof one === 'string')
    const onComputer = () => done.filter((one) => typeof one !== 'string')
    await expect.poll(inWindow).toEqual(['window light', 'window dark'])
    await expect.poll(onComputer).toEqual([{ theme: 'light' }, { theme: 'dark' }])
    failure = 'The folder cannot be written.'
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await showsText(/The theme is for this window only/)
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })
})

describe('maintenance', () => {
  beforeEach(() => {
    workspace = { ...workspace, role: 'new' }
  })
  const outcome = () => page.getByRole('region', { name: 'Upkeep' }).getByRole('status').element().textContent

  test('the folder is shown in the file manager', async () => {
    await show()
    await button('Show the folder').click()
    await expect.poll(() => done).toEqual(['show /catalogs/North'])
  })

  test('a rebuild must be confirmed; Escape cancels and restores the focus', async () => {
    await show()
    await button('Rebuild the index…').click()
    await expect.element(page.getByRole('dialog', { name: 'Rebuild the index?' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Rebuild the index…')).toHaveFocus()
    expect(done).toEqual([])
    await userEvent.keyboard('{Enter}')
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click()
    await expect
      .element(page.getByRole('progressbar', { name: 'Rebuilding the index' }))
      .toHaveAttribute('aria-valuetext', '300 of 1,200 items · 100 a second · 2 minutes left')
    expect(done).toEqual(['rebuild'])
    await button('Stop').click()
    await expect.element(button('Check the workspace')).toBeVisible()
    expect(done).toEqual(['rebuild', 'cancel'])
  })

  test('a rebuild started by another program can be continued here', async () => {
    upkeep = { running: { work: 'rebuild', phase: 'items', done: 0, total: 0, isElsewhere: true } }
    await show()
    await expect
      .element(page.getByRole('progressbar', { name: 'A rebuild begun by another program' }))
      .toBeVisible()
    await button('Continue here').click()
    await expect.poll(() => done).toEqual(['rebuild'])
  })

  test('work that does not start shows the reason', async () => {
    await show()
    failure = 'The disk is full.'
    await button('Check the workspace').click()
    await showsText(/The work was not started/)
    await showsText(/The disk is full/)
  })

  test.each([
    [
      'of a database of this version',
      { file: 200e6, free: 80e6, needed: 16e6, inSteps: true },
      /80 MB of the 200 MB.*needs 16 MB of free space on the disk for a time\.$/,
    ],
    [
      'of a database that must be written as a whole',
      { file: 200e6, free: 80e6, needed: 256e6, inSteps: false },
      /needs 256 MB.*cannot be stopped\.$/,
    ],
    [
      'of a database without free space',
      { file: 200e6, free: 0, needed: 16e6, inSteps: true },
      /no free space to return/,
    ],
  ])('the question before reclaiming names the sizes: %s', async (_name, sizes, words) => {
    space = sizes
    await show()
    await button('Reclaim space…').click()
    await expect
      .element(page.getByRole('dialog', { name: 'Reclaim space?' }))
      .toHaveAccessibleDescription(words)
    await page.getByRole('dialog').getByRole('button', { name: 'Reclaim' }).click()
    await expect.poll(() => done).toEqual(['reclaim'])
  })

  test('the progress of reclaiming is in bytes, and a database written as a whole has no stop button', async () => {
    upkeep = { running: { work: 'reclaim', phase: 'space', done: 20e6, total: 80e6, secondsLeft: 3 } }
    await show()
    const bar = page.getByRole('progressbar', { name: 'Reclaiming space' })
    await expect.element(bar).toHaveAttribute('aria-valuetext', '20 MB of 80 MB · 3 seconds left')
    await expect.element(button('Stop')).toBeVisible()
    upkeep = { running: { work: 'reclaim', phase: 'space', done: 0, total: 0 } }
    await showsText(/this cannot be stopped/)
    await expect.element(button('Stop')).not.toBeInTheDocument()
  })

  const endedAt = '2026-11-20T10:00:00.000Z'
  const check: CheckOutcome = { state: 'completed', findings: [], endedAt }
  const rebuild: RebuildOutcome = { state: 'completed', items: 1, damaged: 0, milliseconds: 1234, endedAt }
  const reclaim: ReclaimOutcome = { state: 'completed', before: 200e6, after: 120e6, endedAt }
  test.each<[string, UpkeepState, RegExp]>([
    ['reclaimed space', { lastReclaim: reclaim }, /80 MB were returned.*now takes 120 MB/],
    ['no space to reclaim', { lastReclaim: { ...reclaim, after: 200e6 } }, /had no free space to return/],
    [
      'reclaiming that was stopped',
      { lastReclaim: { ...reclaim, state: 'cancelled' } },
      /was stopped.*80 MB were returned/,
    ],
    [
      'reclaiming that failed',
      { lastReclaim: { ...reclaim, state: 'failed', note: 'No room.' } },
      /could not be reclaimedNo room\./,
    ],
    ['all is well', { lastCheck: check }, /everything is in order/],
    [
      'a check that found something',
      { lastCheck: { ...check, findings: ['A page is torn.', 'A picture is gone.'] } },
      /2 findingsA page is torn\.A picture is gone\./,
    ],
    ['a check that was stopped', { lastCheck: { ...check, state: 'cancelled' } }, /before its end/],
    [
      'a check that failed',
      { lastCheck: { ...check, state: 'failed', note: 'No room.' } },
      /could not be finishedNo room\./,
    ],
    ['a rebuild', { lastRebuild: rebuild }, /from 1 item in 1\.2 seconds/],
    [
      'a rebuild that met damage',
      { lastRebuild: { ...rebuild, damaged: 2 } },
      /2 stored items can no longer be read.*restore a backup/,
    ],
    ['a rebuild that was stopped', { lastRebuild: { ...rebuild, state: 'cancelled' } }, /work as before/],
    [
      'a rebuild that failed',
      { lastRebuild: { ...rebuild, state: 'failed', note: 'No room.' } },
      /could not be finishedNo room\./,
    ],
  ])('%s', async (_name, state, words) => {
    upkeep = state
    await show()
    await expect.poll(outcome).toMatch(words)
  })
})
