import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { type DiskResult, tryDisks } from './disk-trial.ts'
import { servingWriters } from './serving-writers.ts'
import { writers } from './writers.ts'

interface Options {
  rounds: string
  writer?: string[]
  fault?: string[]
  seed?: string
  json: boolean
}

/**
 * `npm run trial -- disk`: exits with 1 if a command left something incomplete or did not report the cause of
 * its failure.
 */
export const diskCommand = (): Command =>
  new Command('disk')
    .description('Every writer on a disk that is full, read-only, or fails')
    .option('--rounds <number>', 'times each, beginning to fail at another call', '3')
    .option(
      '--writer <name...>',
      `only these: ${[...Object.keys(writers), ...Object.keys(servingWriters)].join(', ')}`,
    )
    .option('--fault <name...>', 'only faults whose name begins so')
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--json', 'the report as JSON', false)
    .action(async ({ rounds, writer, fault, seed, json }: Options) => {
      const chosen = seed === undefined ? anySeed() : Number(seed)
      process.stderr.write(`Seed ${chosen}\n`)
      const report = (result: DiskResult) => void process.stderr.write(`${row(result)}\n`)
      const results = await tryDisks({
        seed: chosen,
        rounds: Number(rounds),
        writers: writer,
        faults: fault,
        say: report,
      })
      const troubles = results.filter(({ outcome }) => outcome === 'trouble')
      printReport(
        'disk',
        { seed: chosen, troubles: troubles.length, results },
        {
          json,
          lines: [...results.map(row), `${results.length} trials, ${troubles.length} in trouble`],
        },
      )
      if (troubles.length > 0) process.exitCode = 1
    })

const row = ({ writer, fault, outcome, message }: DiskResult): string =>
  `${writer.padEnd(24)} ${fault.padEnd(28)} ${outcome.padEnd(8)} ${message.replaceAll('\n', ' / ').slice(0, 220)}`
