import { type Command, InvalidArgumentError, Option } from 'commander'
import type { LocalApiConditions } from '../../../../src-shared/local-api/conditions.ts'

/** The limits and faults passed to `serve`, for that run only. */
export interface ConditionsOptions {
  dailyLimit?: number
  mostItems?: number
  maintenance?: true
  latency?: number
  errorRate?: number
  lostAcknowledgementRate?: number
  ingestionRate?: number
  searchWithoutSelector?: true
}

const count = (value: string): number => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('It is a whole number, 0 or more.')
  return number
}
const page = (value: string): number => {
  const number = count(value)
  if (number < 1 || number > 1_000_000)
    throw new InvalidArgumentError('It is a whole number from 1 to 1000000.')
  return number
}
const milliseconds = (value: string): number => {
  if (count(value) > 60_000) throw new InvalidArgumentError('It is at most 60000: one minute.')
  return count(value)
}
const share = (value: string): number => {
  const number = Number(value)
  if (value.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('It is a share, from 0 to 1, e.g. 0.1 for one in ten.')
  return number
}
const rate = (value: string): number => {
  const number = Number(value)
  if (value.trim() === '' || !(number >= 0 && Number.isFinite(number)))
    throw new InvalidArgumentError('It is a number, 0 or more.')
  return number
}

/** Adds the options for limits and faults, which integrators use for tests. */
export function withConditionsOptions(command: Command): Command {
  const option = (flags: string, description: string, read: (value: string) => number) =>
    command.addOption(new Option(flags, `local API, this run: ${description}`).argParser(read))
  option('--daily-limit <n>', 'item records a user may download in a day; beyond it 406', count)
  option('--most-items <n>', 'item records in one answer; a larger limit is lowered to it', page)
  command.option('--maintenance', 'local API, this run: every call is answered 503')
  option('--latency <ms>', 'delay of every answer', milliseconds)
  option('--error-rate <r>', 'share of calls answered 500, from 0 to 1', share)
  option('--lost-acknowledgement-rate <r>', 'share of feeds kept but not acknowledged, from 0 to 1', share)
  option('--ingestion-rate <n>', 'items of feeds processed in a second; 0 holds them', rate)
  command.option(
    '--search-without-selector',
    'local API, this run: an item search that selects nothing finds all items',
  )
  return command
}

/** The limits and faults in the given options. */
export function conditionsFrom(options: ConditionsOptions): Partial<LocalApiConditions> {
  const { dailyLimit, ...others } = options
  const all = {
    dailyItemLimit: dailyLimit,
    mostItems: others.mostItems,
    maintenance: others.maintenance,
    latency: others.latency,
    errorRate: others.errorRate,
    lostAcknowledgementRate: others.lostAcknowledgementRate,
    ingestionRate: others.ingestionRate,
    searchWithoutSelector: others.searchWithoutSelector,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
