import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { BrowserWindow, takeCalls } = await import('../fixtures/electron.ts')
const { badgePixels, badgeSize } = await import('./badge-pixels.ts')
const { showBadge } = await import('./badge.ts')

const { platform } = process
const showOn = (system: string, needsYou: number, waiting: number): unknown[][] => {
  Object.defineProperty(process, 'platform', { value: system })
  showBadge((sentence) => sentence, { needsYou, waiting })
  return takeCalls()
}
beforeEach(() => {
  BrowserWindow.all = []
  takeCalls()
})
afterEach(() => Object.defineProperty(process, 'platform', { value: platform }))

test.each(['darwin', 'linux'])('the icon on %s has the number of entries that need a person', (system) => {
  expect(showOn(system, 2, 5)).toEqual([['badge', 2]])
  expect(showOn(system, 0, 5)).toEqual([['badge', 0]])
})

test('the task bar of Windows has a picture with words, on each window', () => {
  new BrowserWindow({})
  new BrowserWindow({})
  takeCalls()
  const pictureOf = (count: number) => [badgePixels(count), { width: 32, height: 32, scaleFactor: 2 }]
  const both = 'Need you: 2, Waiting to be sent: 5'
  expect(showOn('win32', 2, 5)).toEqual([
    ['badge', 2],
    ['overlay', pictureOf(2), both],
    ['overlay', pictureOf(2), both],
  ])
  expect(showOn('win32', 0, 5)[1]).toEqual(['overlay', pictureOf(0), 'Waiting to be sent: 5'])
  expect(showOn('win32', 0, 0)[1]).toEqual(['overlay', null, ''])
})

/** The badge as text: a disc of `o`, a number of `#`. */
const drawn = (count: number): string[] => {
  const pixels = badgePixels(count)
  return Array.from({ length: badgeSize }, (_, y) =>
    Array.from({ length: badgeSize }, (_, x) => {
      const at = (y * badgeSize + x) * 4
      if (pixels[at + 3] === 0) return ' '
      return pixels[at] === 255 && pixels[at + 1] === 255 && pixels[at + 2] === 255 ? '#' : 'o'
    }).join(''),
  )
}

test('the picture is a disc with the number', () => {
  const one = drawn(1)
  expect(one[0]).toMatch(/^ +o+ +$/)
  // The foot of the digit 1 is three times four pixels wide.
  expect(one[24]).toMatch(/^ *o+#{12}o+ *$/)
  expect(drawn(7)).not.toEqual(one)
  expect(drawn(10)).toEqual(drawn(12_345))
  expect(drawn(10)).not.toEqual(drawn(9))
  expect(drawn(0).join('')).not.toContain('#')
})
