import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { answers, app, takeCalls } = await import('../fixtures/electron.ts')
const { asksForWindow, workspaceIn } = await import('../start-arguments.ts')
const { lastingArguments } = await import('../restart.ts')
const { showLaunchers } = await import('./launchers.ts')

const { argv, platform } = process
const workspaces = [
  { directory: '/catalogs/north', name: 'North & South' },
  { directory: 'D:\\', name: 'Stick' },
]
const opened: string[] = []
const actions = {
  newWindow: () => opened.push('window'),
  openOutbox: () => opened.push('outbox'),
  openWorkspace: (directory: string) => opened.push(directory),
}
function showOn(system: string): unknown[][] {
  Object.defineProperty(process, 'platform', { value: system })
  showLaunchers((sentence) => sentence, { workspaces, outbox: ['Need you: 2'] }, actions)
  return takeCalls()
}
beforeEach(() => {
  Object.assign(app, { isPackaged: true })
  answers.removedFromJumpList = []
  opened.length = 0
  takeCalls()
})
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
  Object.assign(app, { isPackaged: false })
  process.argv = argv
})

const entry = { type: 'task', program: process.execPath, iconPath: process.execPath, iconIndex: 0 }

test('the jump list of Windows has the workspaces, the recent files and a new window', () => {
  expect(showOn('win32')).toEqual([
    [
      'jump list',
      [
        {
          type: 'custom',
          name: 'Workspaces',
          items: [
            {
              ...entry,
              title: 'North & South',
              description: '/catalogs/north',
              args: '"--workspace=/catalogs/north"',
            },
            { ...entry, title: 'Stick', description: 'D:\\', args: '"--workspace=D:\\\\"' },
          ],
        },
        { type: 'recent' },
        {
          type: 'tasks',
          items: [{ ...entry, title: 'New Window', description: 'New Window', args: '--new-window' }],
        },
      ],
    ],
  ])
})

test('the jump list leaves out what the person has removed', () => {
  answers.removedFromJumpList = [{ args: '"--workspace=/catalogs/north"' }]
  const [call] = showOn('win32')
  const categories = call?.[1] as { items: { title: string }[] }[] | undefined
  expect(categories?.[0]?.items.map(({ title }) => title)).toEqual(['Stick'])
})

test('the dock menu of macOS has the same entries after the state of the outbox', () => {
  const [call] = showOn('darwin')
  const entries = (call?.[1] ?? []) as { label?: string; click?: () => void }[]
  expect([call?.[0], ...entries.map(({ label }) => label ?? '-')]).toEqual([
    'dock menu',
    'Need you: 2',
    '-',
    'New Window',
    '-',
    'North && South',
    'Stick',
  ])
  for (const { click } of entries) click?.()
  expect(opened).toEqual(['outbox', 'window', '/catalogs/north', 'D:\\'])
})

test('Linux has no such menu', () => {
  expect(showOn('linux')).toEqual([])
})

test('the arguments of an entry are understood, and not repeated at a restart', () => {
  expect(workspaceIn(['app', '--workspace=/catalogs/north'])).toBe('/catalogs/north')
  expect(workspaceIn(['app', '--workspace=north'])).toBeUndefined()
  expect(workspaceIn(['app', 'a.csv'])).toBeUndefined()
  expect([asksForWindow(['app', '--new-window']), asksForWindow(['app'])]).toEqual([true, false])
  process.argv = ['app', '--workspace=/catalogs/north', '--new-window', 'a.csv']
  expect(lastingArguments()).toEqual(['a.csv'])
})
