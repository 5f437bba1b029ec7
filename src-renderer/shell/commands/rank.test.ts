import { expect, test } from 'vitest'
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { rankCommands, rankItems } from './rank.ts'

const command = (label: string, words = '') => ({ id: label, label, words, run() {} })
const commands = [
  command('Work offline', 'network'),
  command('Appearance: dark', 'theme night'),
  command('Network settings'),
]
const labels = (typed: string) => rankCommands(commands, typed).map(({ label }) => label)

test('every typed word begins a word; a name stands before other words', () => {
  expect(labels('theme da')).toEqual(['Appearance: dark'])
  expect(labels('network')).toEqual(['Network settings', 'Work offline'])
  expect(labels('ork')).toEqual([])
  expect(labels('')).toHaveLength(3)
})

test('items whose names have the words most often, then earliest, stand first', () => {
  const rows = ['Rye bread with oats', 'Coat rack', 'Oatlark Original Oat Drink', 'Oat biscuits'].map(
    // Only the name counts here.
    (name) => ({ name }) as CatalogRow,
  )
  expect(rankItems(rows, 'oat').map(({ name }) => name)).toEqual([
    'Oatlark Original Oat Drink',
    'Oat biscuits',
    'Rye bread with oats',
    'Coat rack',
  ])
})
