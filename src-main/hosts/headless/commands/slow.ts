import { resolve } from 'node:path'
import type { Command } from 'commander'
import { homeDirectory } from '../../../platform/files/home.ts'
import { readLog } from '../../../platform/log/log-file.ts'
import { slowStatementMessage } from '../../../storage/index.ts'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'

export function register(desk: Command): void {
  const command = desk
    .command('slow')
    .description('Show the slowest database statements in the log, grouped by their text.')
  withCommonOptions(command).action(action(slow, 'Stopped. Nothing was changed.'))
}

/** All log entries of one statement. */
interface SlowStatement {
  sql: string
  times: number
  /** Milliseconds of the longest run, and of all runs in total. */
  longest: number
  together: number
  /** Kinds of storage threads that ran the statement. */
  threads: string[]
  /** When the statement was last slow, ISO 8601. */
  last: string
}

const maxShown = 20

async function slow(options: CommonOptions): Promise<undefined> {
  const workspace = resolve(options.data)
  const entries = (await readLog(homeDirectory())).filter(
    (entry) => entry['msg'] === slowStatementMessage && entry['workspace'] === workspace,
  )
  const statements = [...Map.groupBy(entries, ({ sql }) => String(sql))]
    .map(([sql, runs]): SlowStatement => {
      const milliseconds = runs.map((run) => Math.round(Number(run['milliseconds'])))
      return {
        sql,
        times: runs.length,
        longest: Math.max(...milliseconds),
        together: milliseconds.reduce((sum, one) => sum + one, 0),
        threads: [...new Set(runs.map(({ role }) => String(role)))].sort(),
        last: String(runs.at(-1)?.['time']),
      }
    })
    .sort((one, other) => other.longest - one.longest)
  answer(options, { statements }, [
    statements.length === 0
      ? 'The log contains no slow statement of this workspace.'
      : `${statements.length} slow statements, the slowest first${statements.length > maxShown ? ` (${maxShown} of them; all with --json)` : ''}:`,
    ...statements
      .slice(0, maxShown)
      .map(
        ({ sql, times, longest, together, threads, last }) =>
          `${longest} ms at most, ${times} times, ${together} ms together, ${threads.join(' and ')}, last ${last}\n    ${sql}`,
      ),
  ])
}
