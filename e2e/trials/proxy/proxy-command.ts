import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { type ProxyReport, troubleProxy } from './proxy-trial.ts'

interface Options {
  feeds: string
  times: string
  seed?: string
  json: boolean
}

const line = ({ seed, feeds, kills, wrongAccounts, decisions, seconds, failures }: ProxyReport): string =>
  `Seed ${seed}: ${feeds} feeds, proxy killed ${kills} times, wrong account ${wrongAccounts} times; decisions ${JSON.stringify(decisions)}; ${seconds} s; ${failures.length} failures${failures.map((one) => `\n  ${one}`).join('')}`

/** `npm run trial -- proxy`: exits with 1 if a feed was lost or received twice, or a draft was lost. */
export const proxyCommand = (): Command =>
  new Command('proxy')
    .description('Feeds through a proxy that is killed and brought back, with a wrong account in between')
    .option('--feeds <number>', 'feeds of a run', '40')
    .option('--times <number>', 'runs; each has the next seed', '20')
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--json', 'the report as JSON', false)
    .action(async ({ feeds, times, seed, json }: Options) => {
      const first = seed === undefined ? anySeed() : Number(seed)
      const reports: ProxyReport[] = []
      for (let run = 0; run < Number(times); run++) {
        const report = await troubleProxy({ seed: first + run, feeds: Number(feeds) })
        reports.push(report)
        process.stderr.write(`${line(report)}\n`)
      }
      printReport('proxy', reports, { json, lines: reports.map(line) })
      if (reports.some(({ failures }) => failures.length > 0)) process.exitCode = 1
    })
