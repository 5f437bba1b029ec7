import { Command } from 'commander'
import { printReport } from '../output.ts'
import { attacks } from './attacks.ts'
import { type AttackResult, prepareEnemyTrial } from './enemy.ts'

/**
 * Limits in milliseconds: 95th percentile of other clients' calls during an attack, and the exit after
 * SIGTERM.
 */
const goal = { p95: 100, stop: 1000 }

interface Options {
  attack?: string[]
  seconds: string
  json: boolean
}

const isMet = ({ load, stop }: AttackResult): boolean => load.p95 < goal.p95 && stop.milliseconds < goal.stop

/** `npm run trial -- enemy`: exits with 1 if a limit is exceeded. */
export const enemyCommand = (): Command =>
  new Command('enemy')
    .description('A hostile service, and the local API meanwhile')
    .option(
      '--attack <name...>',
      `only these: ${Object.keys(attacks).join(', ')}; none is a service that behaves`,
    )
    .option('--seconds <number>', 'how long each may go on', '12')
    .option('--json', 'the report as JSON', false)
    .action(async ({ attack, seconds, json }: Options) => {
      const trial = await prepareEnemyTrial()
      const results: AttackResult[] = []
      try {
        for (const name of attack ?? ['none', ...Object.keys(attacks)]) {
          const result = await trial.attack(name === 'none' ? undefined : name, Number(seconds))
          results.push(result)
          process.stderr.write(`${line(result)}\n`)
        }
      } finally {
        await trial.close()
      }
      const missed = results.filter((result) => !isMet(result)).map(({ attack: name }) => name)
      printReport(
        'enemy',
        { goal, missed, results },
        { json, lines: [...results.map(line), `Missed: ${missed.join(', ') || 'none'}`] },
      )
      if (missed.length > 0) process.exitCode = 1
    })

function line({ attack, load, waiting, memory, sync, stop }: AttackResult): string {
  const failures = Object.entries(load.failures).map(([what, times]) => `${times} x ${what}`)
  return [
    attack.padEnd(23),
    `p50 ${load.p50}  p95 ${load.p95}  worst ${load.worst} ms`.padEnd(42),
    `waiting ${waiting} %`.padEnd(13),
    `${memory.before} -> ${memory.peak} MB`.padEnd(16),
    `stop ${stop.milliseconds} ms`.padEnd(14),
    `sync ${sync.outcome} after ${sync.seconds} s, ${sync.itemsKept} items${failures.length > 0 ? `; ${failures.join(', ')}` : ''}: ${sync.note.slice(0, 160)}`,
  ].join(' ')
}
