import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { folders, isInTree } from './folders.ts'

const repository = join(import.meta.dirname, '../..')

/** The folders of the source that hold a file, themselves or further down. */
function foldersOnDisk(): Set<string> {
  const found = new Set<string>()
  for (const file of globSync('{src-*,e2e,resources}/**/*.*', { cwd: repository }))
    for (let path = dirname(file); path !== '.'; path = dirname(path)) found.add(path.replaceAll('\\', '/'))
  return found
}

test('every folder of the tree has a line, and every line a folder', () => {
  expect(Object.keys(folders).toSorted()).toEqual([...foldersOnDisk()].filter(isInTree).toSorted())
})

test('the lines are in the order of their paths, within the parts of the repository', () => {
  const paths = Object.keys(folders)
  const parts = new Set(paths.map((path) => path.split('/', 1)[0]))
  expect(paths).toEqual(
    [...parts].flatMap((part) => paths.filter((path) => path.split('/', 1)[0] === part).toSorted()),
  )
})

test('each folder is described in fewer than ten words', () => {
  expect(Object.values(folders).filter((words) => words === '' || words.split(' ').length >= 10)).toEqual([])
})

test('inner rooms are in the tree; deeper folders, tests and fixtures are not', () => {
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
