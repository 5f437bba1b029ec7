import { Command } from 'commander'
import { printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { measureEditors } from './editors.ts'
import { killTeam } from './team.ts'

interface Options {
  rounds: string
  seed?: string
  editors?: string
  json: boolean
}

/** `npm run trial -- team`: fails if anything was lost, sent twice, or differs between the hosts. */
export const teamCommand = (): Command =>
  new Command('team')
    .description('Two hosts of a team and its PostgreSQL, one of them killed at any moment of work')
    .option('--rounds <number>', 'kills in all', '60')
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--editors <number>', 'no kills: so many people save for a minute, and the time of a save')
    .option('--json', 'the report as JSON', false)
    .action(async ({ rounds, seed, editors, json }: Options) => {
      if (editors !== undefined) {
        const report = await measureEditors(Number(editors), 60)
        const { saves, failed, p50, p95, max } = report
        const line = `${saves} saves, ${failed} failed; p50 ${p50} ms, p95 ${p95} ms, longest ${max} ms`
        return printReport('team-editors', report, { json, lines: [line] })
      }
      const chosen = seed === undefined ? anySeed() : Number(seed)
      const say = (line: string) => void process.stderr.write(`${line}\n`)
      say(`Seed ${chosen}`)
      const report = await killTeam({ rounds: Number(rounds), seed: chosen, say })
      const kills = Object.entries(report.kills).map(([victim, count]) => `${victim} ${count}`)
      printReport('team', report, {
        json,
        lines: [
          `Kills: ${kills.join(', ')}`,
          `${report.drafts} drafts and ${report.feeds} feeds were confirmed; none was lost, and none was sent twice.`,
        ],
      })
    })
