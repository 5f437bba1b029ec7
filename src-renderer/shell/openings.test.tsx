import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Opening } from '../../src-shared/opening.ts'

let waiting: Opening[] = []
let tell = () => {}
window.catalogDesk = {
  takeOpenings: async () => waiting.splice(0),
  onOpening(listener: () => void) {
    tell = listener
    return () => {
      tell = () => {}
    }
  },
} as Partial<typeof window.catalogDesk> as NonNullable<typeof window.catalogDesk>
const { useOpenings } = await import('./openings.ts')
const { useFileFromOutside } = await import('../screens/import/file-from-outside.ts')

const codes: string[] = []
const files: string[] = []
function Shell() {
  useOpenings((code) => codes.push(code))
  return null
}
function Import() {
  useFileFromOutside((file) => files.push(file))
  return null
}

beforeEach(() => {
  waiting = []
  codes.length = 0
  files.length = 0
  history.replaceState(null, '', '/quality')
})

test('opens what waited before the page was ready, and what comes later', async () => {
  waiting = [{ open: 'item', gtin: '9520000000011' }]
  await render(<Shell />)
  await expect.poll(() => codes).toEqual(['9520000000011'])
  waiting = [{ open: 'feed', id: 'f 1' }]
  tell()
  await expect.poll(() => location.pathname).toBe('/outbox/f%201')
})

test('a file waits for the import screen, is read once, and the next one is read at once', async () => {
  waiting = [{ open: 'file', path: '/home/person/a.csv' }]
  await render(<Shell />)
  await expect.poll(() => location.pathname).toBe('/import')
  const first = await render(<Import />)
  expect(files).toEqual(['/home/person/a.csv'])
  await first.unmount()
  await render(<Import />)
  expect(files).toEqual(['/home/person/a.csv'])
  waiting = [{ open: 'file', path: '/home/person/b.csv' }]
  tell()
  await expect.poll(() => files).toEqual(['/home/person/a.csv', '/home/person/b.csv'])
})
