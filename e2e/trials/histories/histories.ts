/**
 * Plays many random histories of outboxes. A failing history is minimized, and can be repeated by its seed.
 */
import type { Upstream } from '../../../src-main/upstream/index.ts'
import { Random } from '../random.ts'
import { RuleViolation } from './judge.ts'
import { type HistoryFigures, noFigures, play } from './play.ts'
import { makeSteps, type Step } from './steps.ts'

interface HistoryFailure {
  seed: number
  rule: string
  message: string
  /** The fewest steps that still show the failure. */
  steps: Step[]
}
export interface HistoriesReport extends HistoryFigures {
  /** The seed of the first history; each following one has the next number. */
  seed: number
  histories: number
  seconds: number
  failures: HistoryFailure[]
}
interface HistoriesOptions {
  seed: number
  count: number
  /** One history in this many contains a real process that is killed. */
  processes?: number | undefined
  /** A wrapper of the service's client, used to test the trial itself. */
  meddle?: ((upstream: Upstream) => Upstream) | undefined
  /** The trial stops after this many failures. */
  maxFailures?: number
  say?: (line: string) => void
}

/** Maximum number of histories played to minimize a failure. */
const maxAttempts = 150

export async function playHistories(options: HistoriesOptions): Promise<HistoriesReport> {
  const { seed: first, count, processes, meddle, maxFailures = 5, say: print = () => undefined } = options
  const started = performance.now()
  const report: HistoriesReport = { seed: first, histories: 0, seconds: 0, failures: [], ...noFigures() }
  for (let seed = first; seed < first + count && report.failures.length < maxFailures; seed++) {
    const random = new Random(seed)
    const withProcess = processes !== undefined && seed % processes === 0
    const steps = makeSteps(random, { withProcess })
    const outcome = await attempt(seed, steps, meddle)
    report.histories++
    if ('figures' in outcome) add(report, outcome.figures)
    else {
      const failure = await shorten({ seed, steps, ...outcome }, meddle)
      report.failures.push(failure)
      print(textOf(failure))
    }
    report.seconds = Math.round((performance.now() - started) / 100) / 10
    if (report.histories % 100 === 0) print(line(report))
  }
  return report
}

async function attempt(
  seed: number,
  steps: readonly Step[],
  meddle: HistoriesOptions['meddle'],
): Promise<{ figures: HistoryFigures } | { rule: string; message: string }> {
  const chance = Math.random
  // The outbox shortens its pauses at random; a repeated history uses the same random numbers.
  const random = new Random(seed)
  Math.random = () => random.below(2 ** 30) / 2 ** 30
  try {
    return { figures: await play(steps, meddle) }
  } catch (error) {
    if (error instanceof RuleViolation) return { rule: error.rule, message: error.message }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { rule: 'the trial failed', message }
  } finally {
    Math.random = chance
  }
}

/** Removes ever fewer steps as long as the same rule is broken. */
async function shorten(failure: HistoryFailure, meddle: HistoriesOptions['meddle']): Promise<HistoryFailure> {
  let shortest = failure
  let left = maxAttempts
  for (let size = Math.ceil(failure.steps.length / 2); size > 0 && left > 0; ) {
    let isShorter = false
    for (let from = 0; from < shortest.steps.length && left > 0; left--) {
      const steps = shortest.steps.toSpliced(from, size)
      const outcome = await attempt(failure.seed, steps, meddle)
      if ('rule' in outcome && outcome.rule === failure.rule) {
        shortest = { ...failure, ...outcome, steps }
        isShorter = true
      } else from += size
    }
    if (!isShorter || size > 1) size = Math.floor(size / 2)
  }
  return shortest
}

function add(report: HistoriesReport, { ends, ...figures }: HistoryFigures): void {
  for (const name of ['feeds', 'calls', 'sendings', 'effects', 'kills', 'losses', 'restores'] as const)
    report[name] += figures[name]
  for (const [state, count] of Object.entries(ends)) report.ends[state] = (report.ends[state] ?? 0) + count
}

export const textOf = ({ seed, message, steps }: HistoryFailure): string =>
  [`Seed ${seed}: ${message}`, ...steps.map((step) => `  ${JSON.stringify(step)}`)].join('\n')

export const line = (report: HistoriesReport): string =>
  `${report.histories} histories from seed ${report.seed}: ${report.feeds} feeds, ${report.sendings} sendings, ${report.effects} effects, ${report.calls} calls, ${report.losses} of them lost, held or answered on the way, ${report.kills} kills, ${report.restores} restores; ${report.seconds} s; ${report.failures.length} failures`
