import { describe, expect, test } from 'vitest'
import { type Upstream, UpstreamError } from '../../../src-main/upstream/index.ts'
import { type HistoriesReport, line, playHistories, textOf } from './histories.ts'

/** The histories of the suite; the command plays ten thousand. */
const seed = 20_261_122
const count = 60

const shown = ({ failures }: HistoriesReport): string[] => failures.map(textOf)

test('in every history, each feed takes effect once, its events are true, and an action is possible', {
  timeout: 180_000,
}, async () => {
  const report = await playHistories({ seed, count })
  expect(shown(report)).toEqual([])
  // Enough happened for the test to be meaningful.
  expect(report.effects).toBeGreaterThan(count)
  expect(report.losses).toBeGreaterThan(count / 2)
  expect(report.kills).toBeGreaterThan(count / 10)
  console.log(line(report))
})

describe('finds a defect and reports its steps', () => {
  const first = async (meddle: (upstream: Upstream) => Upstream) => {
    const { failures } = await playHistories({ seed, count, meddle, maxFailures: 1 })
    return failures[0]
  }

  test('resending a feed that may have arrived', async () => {
    const failure = await first((upstream) => ({
      ...upstream,
      submitFeed: (submission, options) =>
        upstream.submitFeed(submission, options).catch((error: unknown) => {
          if (error instanceof UpstreamError && error.mayHaveArrived)
            return upstream.submitFeed(submission, options)
          throw error
        }),
    }))
    expect(failure?.rule).toBe('a feed took effect more often than it was asked for')
    expect(failure?.steps.length).toBeLessThan(8)
  })

  test('treating a lost answer as a failed connection', async () => {
    const failure = await first((upstream) => ({
      ...upstream,
      submitFeed: (submission, options) =>
        upstream.submitFeed(submission, options).catch((error: unknown) => {
          if (error instanceof UpstreamError && error.kind === 'unreachable')
            throw new UpstreamError('unreachable', error.message)
          throw error
        }),
    }))
    expect(failure?.rule).toBe('"not-sent" though it has arrived')
  })

  test('reporting every item as accepted', async () => {
    const failure = await first((upstream) => ({
      ...upstream,
      async feedStatus(question, options) {
        const report = await upstream.feedStatus(question, options)
        const results = report?.results.map((result) => ({ ...result, ingestionStatus: 'SUCCESS' }))
        return report && { ...report, results: results ?? [] }
      },
    }))
    expect(failure?.rule).toMatch(/^"finish" though/)
  })
})
