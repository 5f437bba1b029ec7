import { Command, CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { type ConditionsOptions, conditionsFrom, withConditionsOptions } from './conditions-options.ts'

const read = (...words: string[]) => {
  const command = withConditionsOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }))
  return conditionsFrom(command.parse(words, { from: 'user' }).opts<ConditionsOptions>())
}

test('sets nothing by default', () => {
  expect(read()).toEqual({})
})

test('sets every limit and fault', () => {
  const words =
    '--daily-limit 100 --most-items 1000 --maintenance --latency 250 --error-rate 0.1 --lost-acknowledgement-rate 1 --ingestion-rate 0.5 --search-without-selector'
  expect(read(...words.split(' '))).toEqual({
    dailyItemLimit: 100,
    mostItems: 1000,
    maintenance: true,
    latency: 250,
    errorRate: 0.1,
    lostAcknowledgementRate: 1,
    ingestionRate: 0.5,
    searchWithoutSelector: true,
  })
  expect(read('--daily-limit', '0', '--ingestion-rate', '0')).toEqual({ dailyItemLimit: 0, ingestionRate: 0 })
})

test.each([
  ['--daily-limit', '-1'],
  ['--daily-limit', 'many'],
  ['--most-items', '0'],
  ['--most-items', '1000001'],
  ['--latency', '60001'],
  ['--latency', '1.5'],
  ['--error-rate', '2'],
  ['--error-rate', ''],
  ['--lost-acknowledgement-rate', '-0.1'],
  ['--ingestion-rate', 'fast'],
])('refuses %s %s', (option, value) => {
  expect(() => read(`${option}=${value}`)).toThrow(CommanderError)
})
