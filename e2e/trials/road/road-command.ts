import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { driveRoad, type RoadReport } from './road.ts'

interface Options {
  feeds: string
  times: string
  seed?: string
  withoutKeys: boolean
  json: boolean
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0)
const line = ({ seed, feeds, calls, faults, before, decisions, seconds, failures }: RoadReport): string =>
  `Seed ${seed}: ${feeds} feeds, ${calls} calls, ${sum(faults)} of them went wrong; before a person decided ${JSON.stringify(before)}, decisions ${JSON.stringify(decisions)}; ${seconds} s; ${failures.length} failures${failures.map((one) => `\n  ${one}`).join('')}`

/** `npm run trial -- road`: exits with 1 if a feed was lost, received twice or has no possible action. */
export const roadCommand = (): Command =>
  new Command('road')
    .description(
      'Feeds of all kinds to a real service, over a road that loses, delays, doubles and answers itself',
    )
    .option('--feeds <number>', 'feeds of a run', '400')
    .option('--times <number>', 'runs; each has the next seed', '1')
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--without-keys', 'the service knows no idempotency keys', false)
    .option('--json', 'the report as JSON', false)
    .action(async ({ feeds, times, seed, withoutKeys, json }: Options) => {
      const print = (text: string) => void process.stderr.write(`${text}\n`)
      const first = seed === undefined ? anySeed() : Number(seed)
      const reports: RoadReport[] = []
      for (let run = 0; run < Number(times); run++) {
        const options = { seed: first + run, feeds: Number(feeds), withKeys: !withoutKeys, say: print }
        const report = await driveRoad(options)
        reports.push(report)
        print(line(report))
      }
      printReport('road', reports, { json, lines: reports.map(line) })
      if (reports.some(({ failures }) => failures.length > 0)) process.exitCode = 1
    })
