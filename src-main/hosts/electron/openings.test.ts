import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { app } = await import('./fixtures/electron.ts')
const { collectOpenings, openingArguments, openingOf } = await import('./openings.ts')

const folder = temporaryDirectory()
const file = join(folder, 'Müsli & Co.csv')
writeFileSync(file, 'gtin\n')
writeFileSync(join(folder, 'notes.pdf'), '')
mkdirSync(join(folder, 'folder.csv'))
symlinkSync('/nowhere', join(folder, 'broken.csv'))

test('repeats what is to be opened as arguments that any folder understands', () => {
  writeFileSync(join(folder, 'again.csv'), '')
  const link = 'catalog-desk://item/9520000000011'
  const given = ['--flag', 'again.csv', link, '/etc/passwd', 'missing.csv']
  expect(openingArguments(given, folder)).toEqual([join(folder, 'again.csv'), link])
})

test('a file of products is opened by its path, a relative one, or its address', () => {
  const opening = { open: 'file', path: file }
  expect(openingOf(file, '/')).toEqual(opening)
  expect(openingOf('Müsli & Co.csv', folder)).toEqual(opening)
  expect(openingOf(pathToFileURL(file).href, '/')).toEqual(opening)
})

test('an archive of a workspace is opened as such', () => {
  const archive = join(folder, 'North.CatalogDesk')
  writeFileSync(archive, '')
  expect(openingOf(archive, '/')).toEqual({ open: 'archive', path: archive })
  expect(openingArguments(['North.CatalogDesk'], folder)).toEqual([archive])
  expect(openingOf('missing.catalogdesk', folder)).toBeUndefined()
  const openings = collectOpenings(() => {})
  openings.add([archive, file], folder)
  expect(openings.take('archive')).toEqual([{ open: 'archive', path: archive }])
  expect(openings.take()).toEqual([{ open: 'file', path: file }])
})

test.each([
  '',
  '.',
  '--import=a.csv',
  'missing.csv',
  'notes.pdf',
  'folder.csv',
  'broken.csv',
  'file://server/share/a.csv',
  'file:///a%2Fb.csv',
  'catalog-desk://file/a.csv',
  'https://other.example/a.csv',
])('"%s" opens nothing', (text) => {
  expect(openingOf(text, folder)).toBeUndefined()
})

test('links are opened', () => {
  expect(openingOf('catalog-desk://item/9520000000011', folder)).toEqual({
    open: 'item',
    gtin: '9520000000011',
  })
})

test('keeps the last requests until they are taken', () => {
  let added = 0
  const openings = collectOpenings(() => added++)
  app.emit('open-url', { preventDefault: () => {} }, 'catalog-desk://feed/f1')
  openings.add(['electron', 'Müsli & Co.csv'], folder)
  expect(added).toBe(2)
  expect(openings.take()).toEqual([
    { open: 'feed', id: 'f1' },
    { open: 'file', path: file },
  ])
  expect(openings.take()).toEqual([])
  for (let count = 0; count < 30; count++) openings.addOpening({ open: 'feed', id: `f${count}` })
  const kept = openings.take()
  expect(kept).toHaveLength(20)
  expect(kept.at(-1)).toEqual({ open: 'feed', id: 'f29' })
})
