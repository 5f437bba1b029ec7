import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { tryUpdates } from './update-trial.ts'

interface Options {
  times: string
  seed?: string
  json: boolean
}

/** `npm run trial -- update`: exits with 1 if a program was not whole, or if work was lost. */
export const updateCommand = (): Command =>
  new Command('update')
    .description(
      'Updates from a server of this computer, killed while they are downloaded, installed and started',
    )
    .option('--times <number>', 'updates', '20')
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--json', 'the report as JSON', false)
    .action(async ({ times, seed, json }: Options) => {
      const print = (text: string) => void process.stderr.write(`${text}\n`)
      const chosen = seed === undefined ? anySeed() : Number(seed)
      const report = await tryUpdates({ seed: chosen, rounds: Number(times), say: print })
      const { kills, ended, drafts, feeds, seconds, failures } = report
      const all = Object.values(kills).reduce((sum, one) => sum + one, 0)
      printReport('update', report, {
        json,
        lines: [
          `Seed ${chosen}: ${times} updates, ${all} kills ${JSON.stringify(kills)}; ${ended.later} ended with the new version, ${ended.before} with the one before; ${drafts} drafts and ${feeds} feeds confirmed; ${seconds} s; ${failures.length} failures`,
          ...failures.map((one) => `  ${one}`),
        ],
      })
      if (failures.length > 0) process.exitCode = 1
    })
