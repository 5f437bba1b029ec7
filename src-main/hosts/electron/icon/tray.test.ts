import { existsSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { app, takeCalls, Tray } = await import('../fixtures/electron.ts')
const { createAppTray } = await import('./tray.ts')

const done: string[] = []
const actions = {
  openWindow: () => done.push('window'),
  openOutbox: () => done.push('outbox'),
  pauseSync: () => done.push('pause'),
  resumeSync: () => done.push('resume'),
  quit: () => done.push('quit'),
}
let language = ''
const tray = () => createAppTray((sentence) => language + sentence, actions)
/** Labels of the last shown menu; each entry is clicked. */
const clickAll = (calls: unknown[][]): string[] => {
  const [, entries] = calls.findLast(([name]) => name === 'tray menu') ?? []
  const shown = (entries ?? []) as { label?: string; click?: () => void }[]
  for (const { click } of shown) click?.()
  return shown.map(({ label }) => label ?? '-')
}
beforeEach(() => {
  done.length = 0
  language = ''
  Object.assign(app, { getAppPath: () => process.cwd() })
  takeCalls()
})

test('shows the icon only while the person wants it', () => {
  const one = tray()
  one.update({ needsYou: 1, waiting: 0 })
  expect([takeCalls(), one.isShown()]).toEqual([[], false])
  one.setShown(true)
  one.setShown(true)
  const shown = takeCalls()
  expect(shown.filter(([name]) => name === 'tray')).toHaveLength(1)
  const [path] = (shown[0]?.[1] ?? []) as string[]
  expect(existsSync(path ?? '')).toBe(true)
  expect(one.isShown()).toBe(true)
  one.setShown(false)
  one.update({ needsYou: 2, waiting: 0 })
  expect([takeCalls(), one.isShown()]).toEqual([[['remove tray']], false])
})

test('the menu opens the window and the outbox, pauses the sync, and quits', () => {
  const one = tray()
  one.setShown(true)
  one.update({ needsYou: 2, waiting: 5, sync: 'running' })
  const calls = takeCalls()
  expect(calls.findLast(([name]) => name === 'tray words')).toEqual([
    'tray words',
    'Catalog Desk\nNeed you: 2\nWaiting to be sent: 5',
  ])
  expect(clickAll(calls)).toEqual([
    'Open Catalog Desk',
    '-',
    'Need you: 2',
    'Waiting to be sent: 5',
    '-',
    'Pause Sync',
    '-',
    'Quit Catalog Desk',
  ])
  expect(done).toEqual(['window', 'outbox', 'outbox', 'pause', 'quit'])
  if (process.platform === 'darwin') return
  Tray.last?.emit('click')
  expect(done.at(-1)).toBe('window')
})

test('a paused sync can be resumed; without work the menu is short, in the current language', () => {
  const one = tray()
  one.setShown(true)
  one.update({ needsYou: 0, waiting: 0, sync: 'paused' })
  expect(clickAll(takeCalls())).toContain('Resume Sync')
  expect(done).toContain('resume')
  one.update({ needsYou: 0, waiting: 0 })
  language = 'de: '
  one.update()
  expect(clickAll(takeCalls())).toEqual(['de: Open Catalog Desk', '-', 'de: Quit Catalog Desk'])
})
