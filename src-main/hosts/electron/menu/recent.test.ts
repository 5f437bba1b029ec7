import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Desk } from '../../../app/desk.ts'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { knownWorkspaces } from '../../../workspace/index.ts'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { answers, takeCalls } = await import('../fixtures/electron.ts')
const { workspaceOpener } = await import('./open-workspace.ts')
const { createRecent } = await import('./recent.ts')

let home = ''
let open = ''
let changes = 0
const desk = () =>
  ({
    home,
    known: knownWorkspaces(home),
    current: () => ({ services: { directory: open } }),
  }) as unknown as Desk
/** Creates a workspace that was last opened on a day of November. */
async function workspace(name: string, day: number): Promise<string> {
  const directory = join(home, name)
  mkdirSync(directory)
  writeFileSync(join(directory, 'catalog.db'), 'SQLite format 3')
  await knownWorkspaces(home).note(directory, { lastOpenedAt: `2026-11-${10 + day}T10:00:00.000Z` })
  return directory
}
const file = (name: string): string => {
  writeFileSync(join(home, name), '')
  return join(home, name)
}

beforeEach(() => {
  home = temporaryDirectory()
  open = ''
  changes = 0
  answers.button = 0
  takeCalls()
})

test('lists the last workspaces without the open one and without missing ones', async () => {
  const north = await workspace('north', 1)
  const south = await workspace('south', 2)
  const lost = await workspace('lost', 3)
  open = await workspace('here', 4)
  rmSync(lost, { recursive: true })
  const recent = createRecent(desk(), () => changes++)
  await recent.refresh()
  expect(recent.now().workspaces.map(({ directory }) => directory)).toEqual([south, north])
  expect(changes).toBe(1)
})

test('lists at most eight workspaces', async () => {
  for (let day = 1; day <= 9; day++) await workspace(`w${day}`, day)
  const recent = createRecent(desk(), () => {})
  await recent.refresh()
  expect(recent.now().workspaces).toHaveLength(8)
})

test('keeps the last files over a start, each once, and tells the system', async () => {
  const [jams, teas] = [file('jams.csv'), file('teas.csv')]
  const recent = createRecent(desk(), () => {})
  await Promise.all([recent.addFile(jams), recent.addFile(teas), recent.addFile(jams)])
  expect(takeCalls()).toEqual([jams, teas, jams].map((path) => ['add recent document', path]))
  expect(recent.now().files).toEqual([jams, teas])
  rmSync(teas)
  const later = createRecent(desk(), () => {})
  await later.refresh()
  expect(later.now().files).toEqual([jams])
  await later.clearFiles()
  expect(takeCalls()).toEqual([['clear recent documents']])
  expect(later.now().files).toEqual([])
})

test('opens only a workspace on the list, and explains a failure', async () => {
  const north = await workspace('north', 1)
  const opened: string[] = []
  let failure: Error | undefined
  const openWorkspace = workspaceOpener(
    {
      known: knownWorkspaces(home),
      async open(directory: string) {
        if (failure) throw failure
        opened.push(directory)
      },
    },
    (sentence) => sentence,
  )
  openWorkspace('/etc')
  openWorkspace(north)
  await vi.waitFor(() => expect(opened).toEqual([north]))
  failure = new Error('The disk is full.')
  openWorkspace(north)
  await vi.waitFor(() =>
    expect(takeCalls()).toMatchObject([
      ['ask', { message: 'The workspace was not opened', detail: 'The disk is full.' }],
    ]),
  )
  expect(opened).toEqual([north])
})
