import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Opening } from '../../src-shared/opening.ts'

let waiting: Opening[] = []
let tell = () => {}
window.catalogDesk = {
  pathOf: async (file: File) => `/home/person/${file.name}`,
  takeOpenings: async () => waiting.splice(0),
  onOpening(listener: () => void) {
    tell = listener
    return () => {
      tell = () => {}
    }
  },
} as Partial<typeof window.catalogDesk> as NonNullable<typeof window.catalogDesk>
const { useOpenings } = await import('./openings.ts')
const { useHandover } = await import('../rpc/handover.ts')
const { fileFromOutside } = await import('../screens/import/file-from-outside.ts')
const { archiveFromOutside } = await import('../screens/workspaces/archive-from-outside.ts')

function Workspaces() {
  useHandover(archiveFromOutside, (file) => files.push(file))
  return null
}

const codes: string[] = []
const files: string[] = []
function Shell() {
  useOpenings((code) => codes.push(code))
  return null
}
function Import() {
  useHandover(fileFromOutside, (file) => files.push(file))
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
  waiting = [{ open: 'outbox' }]
  tell()
  await expect.poll(() => location.pathname).toBe('/outbox')
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

/** Drops a file on an element. @returns whether the element still got the drop */
function drop(name: string): boolean {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['x'], name))
  let isReceived = false
  const receive = () => {
    isReceived = true
  }
  document.body.addEventListener('drop', receive)
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  document.body.removeEventListener('drop', receive)
  return isReceived
}

test('an archive that is opened or dropped leads to the workspaces', async () => {
  waiting = [{ open: 'archive', path: '/home/person/a.catalogdesk' }]
  await render(<Shell />)
  await expect.poll(() => location.pathname).toBe('/workspaces')
  await render(<Workspaces />)
  expect(files).toEqual(['/home/person/a.catalogdesk'])
  history.replaceState(null, '', '/quality')
  expect(drop('b.catalogdesk')).toBe(false)
  await expect.poll(() => files).toEqual(['/home/person/a.catalogdesk', '/home/person/b.catalogdesk'])
  expect(location.pathname).toBe('/workspaces')
  expect(drop('c.csv')).toBe(true)
})
