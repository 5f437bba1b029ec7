import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, systemPreferences, takeCalls } = await import('./fixtures/electron.ts')
const { accentColor, watchAccent } = await import('./accent.ts')

const { platform } = process
const pretend = (name: string) => Object.defineProperty(process, 'platform', { value: name })
beforeEach(() => {
  systemPreferences.removeAllListeners()
  takeCalls()
})
afterEach(() => {
  answers.accent = ''
  pretend(platform)
})

test.each([
  ['0078d4ff', '0078d4'],
  ['#C4314BFF', 'C4314B'],
  ['', undefined],
  ['blue', undefined],
])('the color %j of the system is %j', (reported, color) => {
  answers.accent = reported
  expect(accentColor()).toBe(color)
})

test('a system without accent colors reports none', () => {
  answers.accent = new Error('not supported')
  expect(accentColor()).toBeUndefined()
})

test.each(['win32', 'linux'])('announces a change on %s', (name) => {
  pretend(name)
  const listener = vi.fn()
  watchAccent(listener)
  systemPreferences.emit('accent-color-changed', {}, 'c4314bff')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('announces a change on macOS, where the event does not exist', () => {
  pretend('darwin')
  const listener = vi.fn()
  watchAccent(listener)
  const [call] = takeCalls()
  expect(call?.slice(0, 2)).toEqual(['subscribe', 'AppleColorPreferencesChangedNotification'])
  const [, , changed] = call ?? []
  ;(changed as () => void)()
  expect(listener).toHaveBeenCalledTimes(1)
})
