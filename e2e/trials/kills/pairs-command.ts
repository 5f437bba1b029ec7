import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { pairs, tryPairs } from './pairs.ts'

interface Options {
  times: string
  pair?: string[]
  seed?: string
  json: boolean
}

/** `npm run trial -- pairs`: exits with 1 if anything was lost, sent twice or inconsistent. */
export const pairsCommand = (): Command =>
  new Command('pairs')
    .description('Two operations at one time, to their end and with a kill meanwhile')
    .option('--times <number>', 'rounds of each pair without a kill, and as many with one', '1')
    .option('--pair <name...>', `only these: ${Object.keys(pairs).join('; ')}`)
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--json', 'the report as JSON', false)
    .action(async ({ times, pair, seed, json }: Options) => {
      const print = (text: string) => void process.stderr.write(`${text}\n`)
      const chosen = seed === undefined ? anySeed() : Number(seed)
      print(`Seed ${chosen}`)
      const results = await tryPairs({
        seed: chosen,
        times: Number(times),
        only: pair,
        items: 300,
        say: print,
      })
      const failures = results.reduce((sum, result) => sum + result.failures.length, 0)
      printReport(
        'pairs',
        { seed: chosen, failures, results },
        { json, lines: [`${results.length} pairs, ${failures} failures`] },
      )
      if (failures > 0) process.exitCode = 1
    })
