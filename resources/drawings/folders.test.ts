import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { folders, isInTree } from './folders.ts'

const repository = join(import.meta.dirname, '../..')

/** The folders of the source that contain a file, directly or in a subfolder. */
function foldersOnDisk(): Set<string> {
  const found = new Set<string>()
  for (const file of globSync('{src-*,e2e,resources}/**/*.*', { cwd: repository }))
    for (let path = dirname(file); path !== '.'; path = dirname(path)) found.add(path.replaceAll('\\', '/'))
  return found
}

test('lists exactly the folders of the source', () => {
  expect(Object.keys(folders).toSorted()).toEqual([...foldersOnDisk()].filter(isInTree).toSorted())
})

test('lists folders in order of their paths, for each part of the repository', () => {
  const paths = Object.keys(folders)
  const parts = new Set(paths.map((path) => path.split('/', 1)[0]))
  expect(paths).toEqual(
    [...parts].flatMap((part) => paths.filter((path) => path.split('/', 1)[0] === part).toSorted()),
  )
})

test('describes each folder in fewer than ten words', () => {
  expect(Object.values(folders).filter((words) => words === '' || words.split(' ').length >= 10)).toEqual([])
})

test('includes inner rooms, but not deeper folders, tests and fixtures', () => {
  expect(
    ['src-main/feeds/outbox/send', 'src-main/catalog/scan', 'src-renderer/screens/item'].map(isInTree),
  ).toEqual([true, true, true])
  expect(
    [
      'src-main/import/source/gdsn',
      'src-main/testing',
      'src-main/sync/fixtures',
      'e2e/support/rules',
      'out',
    ].map(isInTree),
  ).toEqual([false, false, false, false, false])
})
