import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogTables } from '../../../src-main/storage/migrations/baseline/catalog.ts'
import { draftsTables } from '../../../src-main/storage/migrations/baseline/drafts.ts'
import { historyTables } from '../../../src-main/storage/migrations/baseline/history.ts'
import { outboxTables } from '../../../src-main/storage/migrations/baseline/outbox.ts'
import { files } from './imports.ts'

const tablesIn = (...sql: string[]): Set<string> =>
  new Set(sql.flatMap((text) => [...text.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name)))
const ofCatalog = tablesIn(catalogTables, historyTables)
const ofFeeds = tablesIn(draftsTables, outboxTables)

/** The tables that the SQL of a source file reads or writes. */
const tablesUsed = (text: string): string[] =>
  [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (\w+)/g)].map(([, name = '']) => name)

const sources = files.filter(
  (file) => file.startsWith('src-main/') && !/\.test\.ts$|\/fixtures\/|\/testing\//.test(file),
)
const usesOf = (tables: Set<string>, isHere: (file: string) => boolean): string[] =>
  sources.filter(isHere).flatMap((file) =>
    tablesUsed(readFileSync(file, 'utf8'))
      .filter((table) => tables.has(table))
      .map((table) => `${file}: ${table}`),
  )

test('drafts and outbox query no catalog table: they use its queries, or `storage/joins`', () => {
  expect(usesOf(ofCatalog, (file) => /^src-main\/feeds\/(?:drafts|outbox)\//.test(file))).toEqual([])
})

test('the catalog queries no table of drafts and outbox', () => {
  expect(usesOf(ofFeeds, (file) => file.startsWith('src-main/catalog/'))).toEqual([])
})

test('queries that join the two are in one file', () => {
  const isJoin = (file: string) =>
    [ofCatalog, ofFeeds].every((tables) => usesOf(tables, (one) => one === file).length > 0)
  expect(sources.filter(isJoin)).toEqual(['src-main/storage/joins/feeds-and-catalog.ts'])
})
