import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { line, playHistories, textOf } from './histories.ts'

interface Options {
  count: string
  seed?: string
  processes: string
  json: boolean
}

/**
 * `npm run trial -- histories`: exits with 1 if a feed took effect twice, was lost, was reported wrongly, or
 * has no possible action.
 */
export const historiesCommand = (): Command =>
  new Command('histories')
    .description('Random histories of outboxes: kills, losses, copies, clocks, other programs, people')
    .option('--count <number>', 'histories', '10000')
    .option('--seed <number>', 'of the first; each next one has the next number')
    .option('--processes <number>', 'one history in so many has a real process that is killed', '100')
    .option('--json', 'the report as JSON', false)
    .action(async ({ count, seed, processes, json }: Options) => {
      const print = (text: string) => void process.stderr.write(`${text}\n`)
      const chosen = seed === undefined ? anySeed() : Number(seed)
      print(`Seed ${chosen}`)
      const report = await playHistories({
        seed: chosen,
        count: Number(count),
        processes: Number(processes),
        say: print,
      })
      printReport('histories', report, {
        json,
        lines: [
          line(report),
          `Before a person decided: ${JSON.stringify(report.ends)}`,
          ...report.failures.map(textOf),
        ],
      })
      if (report.failures.length > 0) process.exitCode = 1
    })
