import { expect, test } from 'vitest'
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { rankCommands, rankGroups, rankItems } from './rank.ts'

const command = (label: string, words = '') => ({ id: label, label, words, run() {} })
const commands = [
  command('Work offline', 'network'),
  command('Appearance: dark', 'theme night'),
  command('Network settings'),
]
const labels = (typed: string) => rankCommands(commands, typed).map(({ label }) => label)

test('every typed word must be the prefix of a word; matches in the name rank first', () => {
  expect(labels('theme da')).toEqual(['Appearance: dark'])
  expect(labels('network')).toEqual(['Network settings', 'Work offline'])
  expect(labels('ork')).toEqual([])
  expect(labels('')).toHaveLength(3)
})

test('items rank by the number of matches in the name, then by the first match', () => {
  const rows = ['Rye bread with oats', 'Coat rack', 'Oatlark Original Oat Drink', 'Oat biscuits'].map(
    // Only the name matters here.
    (name) => ({ name }) as CatalogRow,
  )
  expect(rankItems(rows, 'oat').map(({ name }) => name)).toEqual([
    'Oatlark Original Oat Drink',
    'Oat biscuits',
    'Rye bread with oats',
    'Coat rack',
  ])
})

test('a group that matches by a label precedes one that matches by a synonym', () => {
  const groups = [
    { id: 'go', items: [command('Quality', 'completeness')] },
    { id: 'screen', items: [command('Compare'), command('Export')] },
  ]
  const found = (typed: string) =>
    rankGroups(groups, typed).map(({ id, items }) => [id, ...items.map(({ label }) => label)])
  expect(found('comp')).toEqual([
    ['screen', 'Compare'],
    ['go', 'Quality'],
  ])
  expect(found('')).toEqual([
    ['go', 'Quality'],
    ['screen', 'Compare', 'Export'],
  ])
})
