import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { counted } from '../../../../src-shared/texts/say.ts'
import { secretsFile } from '../../../app/app.ts'
import { secretsInFile } from '../../../platform/secrets.ts'
import { leaveTeamOf, type TeamState, teamState } from '../../../team/index.ts'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { servicesConfig, withServices } from '../with-services.ts'

export function register(desk: Command): void {
  const team = desk
    .command('team')
    .description(
      'Share drafts, outbox and settings with other people and computers, in a PostgreSQL database.',
    )
  withCommonOptions(
    team
      .command('join')
      .description(
        'Move what people write in this workspace into the database of a team, or take over what the team has written; count and compare both.',
      )
      .argument(
        '[url]',
        'postgres://USER:PASSWORD@HOST:PORT/DATABASE; without it, a PostgreSQL of the program’s own',
      ),
  ).action(action(joinTeam, 'Stopped. The workspace is in the team, or as it was.'))
  withCommonOptions(
    team.command('status').description('Compare this workspace with the database of its team.'),
  ).action(action(status, 'Stopped. Nothing was changed.'))
  withCommonOptions(
    team
      .command('leave')
      .description(
        'End the membership: what the team has written stays in this workspace as its own. The database of the team is not changed.',
      ),
  ).action(action(leave, 'Stopped. The workspace may still be in the team.'))
}

async function joinTeam(url: string | undefined, options: CommonOptions): Promise<number> {
  await withServices(options, async () => undefined, { team: { url } })
  return show(options, await teamState(memberOf(options)), 'The workspace is in the team.')
}

const status = async (options: CommonOptions): Promise<number> =>
  show(options, await teamState(memberOf(options)), 'The workspace has what the team has.')

const leave = async (options: CommonOptions): Promise<number> =>
  show(options, await leaveTeamOf(memberOf(options)), 'The workspace has left the team, and keeps:')

function memberOf({ data }: CommonOptions) {
  const { thread, wrapSecrets } = servicesConfig(data)
  const directory = resolve(data)
  const inFile = secretsInFile(join(directory, secretsFile))
  return { directory, thread, secrets: wrapSecrets?.(inFile) ?? inFile }
}

function show(options: CommonOptions, state: TeamState, first: string): number {
  const { draft = 0, feed = 0 } = state.rows
  const rows = Object.values(state.rows).reduce((sum, count) => sum + count, 0)
  answer(options, state, [
    first,
    `${counted(draft, 'draft')}, ${counted(feed, 'feed')}, ${counted(rows, 'row')} in all; counted here and in ${state.database}: the same.`,
  ])
  return 0
}
