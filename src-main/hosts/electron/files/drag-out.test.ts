import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { app, BrowserWindow, takeCalls } = await import('../fixtures/electron.ts')
const { createDragOut } = await import('./drag-out.ts')
const { createTemporaryFiles } = await import('./temporary-files.ts')

process.umask(0o077)
const picture = `/pictures/${'a'.repeat(64)}`
const requested: string[] = []
const handler = async ({ url }: Request) => {
  requested.push(url)
  return url.endsWith('missing') ? new Response('', { status: 404 }) : new Response('PICTURE')
}
let directory = ''
const page = new BrowserWindow({}).webContents as never
const dragOut = () =>
  createDragOut({
    files: createTemporaryFiles(directory),
    handler,
    shownFile: (path) => (path === '/granted.csv' ? path : undefined),
  })
/** The paths of the drag that has started. */
const draggedPaths = (): string[] => {
  const [call, ...others] = takeCalls()
  expect([call?.[0], others]).toEqual(['drag', []])
  const { file, files, icon } = (call?.[1] ?? {}) as { file: string; files: string[]; icon: unknown }
  expect([file, icon]).toEqual([files[0], `icon of ${file}`])
  return files
}
beforeEach(() => {
  directory = temporaryDirectory()
  requested.length = 0
  takeCalls()
})

test('drags several files with their names out of a private folder', async () => {
  await dragOut().start(page, [
    { name: '0952_A1C1.jpg', picture },
    { name: 'Feed: Spring.xml', text: '<feed/>' },
    { name: '0952_a1c1.jpg', picture },
  ])
  const paths = draggedPaths()
  expect(paths.map((path) => basename(path))).toEqual([
    '0952_A1C1.jpg',
    'Feed_ Spring.xml',
    '0952_a1c1-2.jpg',
  ])
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['PICTURE', '<feed/>', 'PICTURE'])
  if (process.platform !== 'win32') {
    expect(statSync(dirname(paths[0] ?? '')).mode & 0o777).toBe(0o700)
    expect(statSync(paths[0] ?? '').mode & 0o777).toBe(0o600)
  }
})

test.each([
  ['../../etc/x.xml', 'x.xml'],
  ['..', 'file'],
  ['.hidden', 'hidden'],
  ['nul.xml', '_nul.xml'],
  [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
  [`${'茶'.repeat(150)}.xml`, `${'茶'.repeat(65)}.xml`],
  ['a\u0000b. ', 'a_b'],
])('the name %j is written as %j', async (name, written) => {
  await dragOut().start(page, [{ name, text: '' }])
  const [path = ''] = draggedPaths()
  expect(basename(path)).toBe(written)
  expect(path.startsWith(join(directory, 'temporary'))).toBe(true)
})

test('an exported file is dragged itself, if the person chose it', async () => {
  await dragOut().start(page, [{ path: '/granted.csv' }])
  expect(draggedPaths()).toEqual(['/granted.csv'])
  await expect(dragOut().start(page, [{ path: '/etc/passwd' }])).rejects.toThrow(/cannot show this file/)
  expect(takeCalls()).toEqual([])
})

test.each([
  'https://other.example/pictures/a',
  '//other.example/pictures/a',
  '/rpc/computer/settings',
  '/pictures/../rpc/computer/settings',
])('never requests %s', async (address) => {
  await expect(dragOut().start(page, [{ name: 'a.jpg', picture: address }])).rejects.toThrow()
  expect([requested, takeCalls()]).toEqual([[], []])
})

test('a picture that is not stored is reported, and nothing is dragged', async () => {
  const files = [{ name: 'a.jpg', picture: '/pictures/missing' }]
  await expect(dragOut().start(page, files)).rejects.toThrow('The picture a.jpg is not on this computer.')
  expect(takeCalls()).toEqual([])
})

test('files are removed by the first drag after an hour, at the end, and at the next start', async () => {
  const drags = dragOut()
  await drags.start(page, [{ name: 'old.xml', text: '' }])
  const [old = ''] = draggedPaths()
  await drags.start(page, [{ name: 'new.xml', text: '' }])
  const [recent = ''] = draggedPaths()
  expect([existsSync(old), existsSync(recent)]).toEqual([true, true])
  const earlier = new Date(Date.now() - 3601_000)
  utimesSync(dirname(old), earlier, earlier)
  await drags.start(page, [{ name: 'newest.xml', text: '' }])
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
  app.emit('will-quit')
  expect(existsSync(join(directory, 'temporary'))).toBe(false)
  mkdirSync(join(directory, 'temporary'))
  writeFileSync(join(directory, 'temporary/left-by-a-crash.xml'), '')
  dragOut()
  expect(existsSync(join(directory, 'temporary'))).toBe(false)
})
