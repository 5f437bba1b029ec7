import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { killEverything, line, works } from './kills.ts'

interface Options {
  times: string
  work?: string[]
  seed?: string
  json: boolean
}

/** `npm run trial -- kills`: exits with 1 if anything was lost, sent twice or inconsistent. */
export const killsCommand = (): Command =>
  new Command('kills')
    .description('SIGKILL at any moment of every kind of work')
    .option('--times <number>', 'kills in all', '1000')
    .option('--work <name...>', `only these: ${Object.keys(works).join(', ')}`)
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--json', 'the report as JSON', false)
    .action(async ({ times, work, seed, json }: Options) => {
      const print = (text: string) => void process.stderr.write(`${text}\n`)
      const kinds = work?.length ?? Object.keys(works).length
      const chosen = seed === undefined ? anySeed() : Number(seed)
      print(`Seed ${chosen}`)
      const report = await killEverything({
        seed: chosen,
        times: Math.ceil(Number(times) / kinds),
        only: work,
        say: print,
      })
      const failures = report.results.reduce((sum, result) => sum + result.failures.length, 0)
      const kills = report.results.reduce((sum, result) => sum + result.kills, 0)
      printReport(
        'kills',
        { kills, failures, ...report },
        {
          json,
          lines: [...report.results.map(line), `${kills} kills, ${failures} failures`],
        },
      )
      if (failures > 0) process.exitCode = 1
    })
